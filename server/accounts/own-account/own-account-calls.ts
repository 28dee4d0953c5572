import * as v from 'valibot'
import { ResentAnswerSchema } from '#server/accounts/people/account-wire.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith, YesSchema } from '#server/platform/http/calls/wire-values.ts'
import {
  EmailChangeSchema,
  EmailCodeSchema,
  PasswordChangeSchema,
  ProfileChangeSchema,
} from '#src/domain/account/own-account.ts'
import { ConfirmationSchema } from '#src/domain/account/passkey-answer.ts'
import {
  ChangedEmailSchema,
  ChangedPasswordSchema,
  OwnSessionWireSchema,
  ProfileAnswerSchema,
} from './own-account-wire.ts'

const profile = answerOf('The account.', ProfileAnswerSchema, {
  success: true,
  data: {
    _id: '68b1f0a2c4d5e6f708192a3b',
    fullName: 'Meera Iyer',
    email: 'meera@example.in',
    phoneNumber: '+91 98765 43210',
    createdAt: '2026-02-14T08:20:00.000Z',
    consentAt: '2026-02-14T08:20:00.000Z',
    consentPolicy: '17-06-2025',
  },
})
const done = answerOf('Done.', YesSchema, { success: true })
const OWN_PASSWORD = {
  password: 'The current password; tries are counted together with sign-ins.',
  deviceToken: 'As for `POST /auth/login`.',
}
const PASSWORD = 'seven green parrots'
const DEVICE_TOKEN = 'q3Zr8sYw1VbN6mKc0TgJ5xLd9PfHa2EuRi7oQv4XtBs'

export const ownAccountCalls = describeCalls({
  listSessions: {
    group: 'Accounts',
    summary: 'The devices on which the caller is signed in, with the latest sign-in first',
    caller: 'person',
    answer: answerOf('The sessions.', envelopeWith(v.array(OwnSessionWireSchema)), {
      success: true,
      data: [
        {
          _id: '0f3a5c7e9b1d2f4a6c8e0b2d',
          device: 'Chrome on Android',
          network: '203.0.113.0/24',
          signedInAt: '2026-02-14T08:20:00.000Z',
          lastSeenAt: '2026-02-14T09:05:00.000Z',
          isCurrent: true,
        },
      ],
    }),
  },
  endSession: {
    isWrite: true,
    record: 'session',
    group: 'Accounts',
    summary: 'Sign one device of the caller out',
    caller: 'person',
    answer: done,
    refusals: ['confirm-identity'],
  },
  endOtherSessions: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Sign all other devices of the caller out',
    caller: 'person',
    answer: done,
    refusals: ['confirm-identity'],
  },
  confirmIdentity: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Prove again who is calling, for sensitive calls within the next ten minutes',
    notes:
      'With the password or with a passkey. Also ends the idle state of a session (`STAFF_IDLE_HOURS`).',
    caller: 'person',
    body: bodyOf(
      ConfirmationSchema,
      { ...OWN_PASSWORD, passkey: "The browser's answer to `POST /auth/confirm/options`." },
      { password: PASSWORD, deviceToken: DEVICE_TOKEN },
    ),
    answer: done,
    refusals: ['wrong-password', 'challenge-over', 'passkey-refused', 'no-domain', 'too-many'],
  },
  getProfile: {
    group: 'Accounts',
    summary: 'The account of the caller',
    caller: 'person',
    answer: profile,
    refusals: ['not-verified'],
  },
  changeProfile: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Correct name and mobile number',
    notes: 'What the body does not name stays.',
    caller: 'person',
    body: bodyOf(
      ProfileChangeSchema,
      {
        fullName: 'As at the registration.',
        phoneNumber: 'As at the registration; null for none, which only staff may have.',
      },
      { fullName: 'Meera Iyer', phoneNumber: '98765 43210' },
    ),
    answer: profile,
    refusals: ['reauthenticate', 'not-verified', 'too-many'],
  },
  changePassword: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Set a new password',
    notes: 'Signs all other devices out. A notice goes to the address of the account.',
    caller: 'person',
    body: bodyOf(
      PasswordChangeSchema,
      { ...OWN_PASSWORD, newPassword: 'As at the registration; of staff at least 15 characters.' },
      { password: PASSWORD, deviceToken: DEVICE_TOKEN, newPassword: 'nine purple elephants' },
    ),
    answer: answerOf('Changed.', ChangedPasswordSchema, {
      success: true,
      deviceToken: DEVICE_TOKEN,
    }),
    refusals: ['wrong-password', 'not-verified', 'too-many'],
  },
  changeEmail: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Ask for a code for a new e-mail address',
    notes: 'The address counts once the code is entered. A second call replaces the first.',
    caller: 'person',
    body: bodyOf(EmailChangeSchema, OWN_PASSWORD, {
      password: PASSWORD,
      deviceToken: DEVICE_TOKEN,
      email: 'meera@example.in',
    }),
    answer: answerOf('A code goes out.', ResentAnswerSchema, {
      success: true,
      codeSent: true,
      resendAfter: 30,
    }),
    refusals: ['wrong-password', 'not-verified', 'email-taken', 'set-elsewhere', 'too-many'],
  },
  verifyEmailChange: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Enter the code of a new e-mail address',
    notes: 'The old address gets a notice by e-mail.',
    caller: 'person',
    body: bodyOf(
      EmailCodeSchema,
      { otp: 'Six digits; spaces in it do not matter.' },
      { otp: '123456' },
    ),
    answer: answerOf('Changed.', ChangedEmailSchema, { success: true, email: 'meera@example.in' }),
    refusals: ['wrong-code', 'old-code', 'code-void', 'not-verified', 'email-taken', 'too-many'],
  },
})
