import { SignInAnswerWireSchema } from '#server/accounts/people/account-wire.ts'
import { SIGN_IN_EXAMPLE } from '#server/accounts/people/sign-in-example.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import {
  NewPasskeySchema,
  PasskeyNameSchema,
  PasskeySignInSchema,
} from '#src/domain/account/passkey-answer.ts'

import {
  PasskeyAnswerSchema,
  PasskeyOptionsAnswerSchema,
  PasskeysAnswerSchema,
} from './passkey-wire.ts'

const PASSKEY = {
  _id: '68b1f0a2c4d5e6f708192a3b',
  name: 'Phone',
  createdAt: '2026-02-14T08:20:00.000Z',
  lastUsedAt: null,
  isBackedUp: true,
}
const CREDENTIAL = { id: 'AQID', rawId: 'AQID', type: 'public-key' } as const

/** Example of a browser's answer in the OpenAPI document. */
export const ASSERTION_EXAMPLE = {
  ...CREDENTIAL,
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
} as const

const OWN = { isWrite: true, group: 'Accounts', caller: 'person' } as const

const done = answerOf('Done.', YesSchema, { success: true })
const options = answerOf("Options in WebAuthn's own form.", PasskeyOptionsAnswerSchema, {
  success: true,
  data: { challenge: 'q3Zr8sYw1VbN6mKc0TgJ5xLd9PfHa2EuRi7oQv4XtBs' },
})

export const passkeyCalls = describeCalls({
  makeSignInOptions: {
    isWrite: true,
    group: 'Accounts',
    caller: 'anyone',
    summary: 'Begin a sign-in with a passkey',
    notes: 'The challenge is valid for five minutes, and once.',
    answer: options,
    refusals: ['no-domain'],
  },
  signInWithPasskey: {
    isWrite: true,
    group: 'Accounts',
    caller: 'anyone',
    summary: 'Sign in with a passkey, which counts as both factors',
    body: bodyOf(
      PasskeySignInSchema,
      {
        response: "The browser's answer, in WebAuthn's own form.",
        deviceToken: 'As for `POST /auth/login`.',
      },
      { response: ASSERTION_EXAMPLE },
    ),
    answer: answerOf('Signed in.', SignInAnswerWireSchema, SIGN_IN_EXAMPLE),
    refusals: ['challenge-over', 'passkey-refused', 'suspended', 'no-domain'],
  },
  makeConfirmOptions: {
    ...OWN,
    summary: "Begin to confirm the caller's identity with a passkey",
    notes: "Send the browser's answer as `passkey` to `POST /auth/confirm`.",
    answer: options,
    refusals: ['no-domain', 'no-passkey'],
  },
  listPasskeys: {
    group: 'Accounts',
    caller: 'person',
    summary: "The caller's passkeys",
    answer: answerOf('The passkeys.', PasskeysAnswerSchema, {
      success: true,
      data: { origin: 'https://panel.example.in', passkeys: [PASSKEY] },
    }),
  },
  makeAddOptions: {
    ...OWN,
    summary: 'Begin to add a passkey',
    answer: options,
    refusals: ['confirm-identity', 'not-verified', 'no-domain', 'too-many-passkeys'],
  },
  addPasskey: {
    ...OWN,
    summary: 'Add the passkey that the browser made',
    body: bodyOf(
      NewPasskeySchema,
      { response: "The browser's answer, in WebAuthn's own form." },
      {
        name: 'Phone',
        response: {
          ...CREDENTIAL,
          clientExtensionResults: {},
          response: { clientDataJSON: 'e30', attestationObject: 'o2Nm' },
        },
      },
    ),
    answer: answerOf('The passkey.', PasskeyAnswerSchema, { success: true, data: PASSKEY }),
    refusals: [
      'challenge-over',
      'passkey-refused',
      'not-verified',
      'no-domain',
      'too-many-passkeys',
    ],
  },
  renamePasskey: {
    ...OWN,
    record: 'passkey',
    summary: 'Rename a passkey',
    body: bodyOf(PasskeyNameSchema, {}, { name: 'Phone' }),
    answer: done,
  },
  removePasskey: {
    ...OWN,
    record: 'passkey',
    summary: 'Remove a passkey',
    answer: done,
    refusals: ['confirm-identity', 'not-verified', 'factor-required'],
  },
})
