import { NewAccountSchema } from '#server/accounts/passwords/password-rules.ts'
import {
  ResentAnswerSchema,
  SignInAnswerWireSchema,
  VerifiedAnswerSchema,
} from '#server/accounts/people/account-wire.ts'
import {
  EMAIL_EXAMPLE,
  PERSON_EXAMPLE,
  SIGN_IN_EXAMPLE,
  SIGNED_IN_EXAMPLE,
} from '#server/accounts/people/sign-in-example.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { ResendSchema, VerificationSchema } from '#src/domain/account/account.ts'
import { SignInBodySchema } from '#src/domain/account/sign-in-body.ts'

const PHONE_SAYS =
  'An Indian mobile number of 10 digits, with or without +91, 0091, 0 or tel:, and any separators.'

const DEVICE_TOKEN = 'q3Zr8sYw1VbN6mKc0TgJ5xLd9PfHa2EuRi7oQv4XtBs'

export const authCalls = describeCalls({
  register: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Create an account, sign it in and send its first one-time code',
    notes:
      'The account is provisional until a code verifies its address: it may have 20 events and 64 KB, and is deleted after 24 hours. A token sent with the request becomes invalid: the answer has the new one.',
    caller: 'anyone',
    body: bodyOf(
      NewAccountSchema,
      {
        phoneNumber: PHONE_SAYS,
        password: 'Neither a common one nor made of your own name, address or number.',
        isAdult: 'That the person is 18 or older and accepts the terms.',
      },
      {
        fullName: 'Meera Iyer',
        email: EMAIL_EXAMPLE,
        phoneNumber: '98765 43210',
        password: 'seven green parrots',
        isAdult: true,
      },
    ),
    answer: answerOf('The account, signed in.', SignInAnswerWireSchema, SIGN_IN_EXAMPLE),
    refusals: ['email-taken', 'too-many'],
  },
  signIn: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Sign in with a password',
    notes:
      'An unverified address gets a one-time code if the pause after the previous one is over. A device that sends the token of its last sign-in has its own tries.',
    caller: 'anyone',
    body: bodyOf(
      SignInBodySchema,
      {
        deviceToken:
          'The `deviceToken` of the last sign-in to this account on this device; a wrong one is treated like none.',
        preferredRole: 'The account that is meant if the address has one of each role.',
      },
      { email: EMAIL_EXAMPLE, password: 'seven green parrots', deviceToken: DEVICE_TOKEN },
    ),
    answer: answerOf('Signed in.', SignInAnswerWireSchema, SIGN_IN_EXAMPLE),
    refusals: [
      'invalid-credentials',
      'second-factor-required',
      'second-factor-setup-required',
      'passkey-required',
      'suspended',
      'too-many',
    ],
  },
  verifyCode: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Verify an e-mail address with its one-time code',
    notes:
      'Needs the token of the registration that the code was sent for. That registration becomes the account; others of the address end.',
    caller: 'anyone',
    body: bodyOf(
      VerificationSchema,
      { otp: 'Six digits; spaces in it do not matter.' },
      { email: EMAIL_EXAMPLE, otp: '123456' },
    ),
    answer: answerOf('Verified and signed in.', VerifiedAnswerSchema, {
      ...SIGNED_IN_EXAMPLE,
      user: { ...PERSON_EXAMPLE, verified: true },
      deviceToken: DEVICE_TOKEN,
      message: 'Your e-mail address is verified.',
    }),
    refusals: [
      'sign-in-first',
      'already-verified',
      'wrong-code',
      'old-code',
      'code-void',
      'email-taken',
      'too-many',
    ],
  },
  resendCode: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Request another one-time code',
    notes: 'Needs the token of the registration that the code is for.',
    caller: 'anyone',
    body: bodyOf(ResendSchema, {}, { email: EMAIL_EXAMPLE }),
    answer: answerOf('A code goes out.', ResentAnswerSchema, {
      success: true,
      codeSent: true,
      resendAfter: 60,
    }),
    refusals: ['sign-in-first', 'already-verified', 'too-many'],
  },
  signOut: {
    isWrite: true,
    group: 'Accounts',
    summary: 'End the session of the token',
    caller: 'person',
    answer: answerOf('The session is over.', YesSchema, { success: true }),
  },
})
