import { SignInAnswerWireSchema } from '#server/accounts/people/account-wire.ts'
import { SIGN_IN_EXAMPLE } from '#server/accounts/people/sign-in-example.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import {
  EnrolmentCodeSchema,
  EnrolmentSchema,
  FactorPasswordSchema,
  SecondFactorSchema,
  TotpConfirmationSchema,
} from '#src/domain/account/second-factor.ts'
import {
  EnrolledAnswerSchema,
  FactorStateAnswerSchema,
  RecoveryCodesAnswerSchema,
  TotpSetupAnswerSchema,
} from './second-factor-wire.ts'

const ownPassword = bodyOf(
  FactorPasswordSchema,
  { password: "The account's present password. Tries count like sign-ins." },
  { password: 'seven green parrots' },
)
const recoveryCodes = answerOf('The recovery codes.', RecoveryCodesAnswerSchema, {
  success: true,
  data: { recoveryCodes: ['7k2mq-x9d4t', 'b3w8h-0vznr'] },
})

const totpSetup = answerOf('The secret, shown only now.', TotpSetupAnswerSchema, {
  success: true,
  data: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    address:
      'otpauth://totp/Property%20Marketplace:meera.iyer%40example.in?issuer=Property%20Marketplace&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  },
})
const CHALLENGE = 'Zt1mPq7cXw5sVn3kJd9hBf2gYr8aLe4uQo6iTy0xCvE'

export const secondFactorCalls = describeCalls({
  signInWithFactor: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Finish a sign-in with its second factor',
    notes:
      'The challenge is in the 403 of `POST /auth/login`. It lives 5 minutes and 5 tries. Ten wrong codes an hour lock the second factor of the account.',
    caller: 'anyone',
    body: bodyOf(
      SecondFactorSchema,
      {
        code: 'Six digits of the authenticator app, or a recovery code. Each works once.',
        deviceToken: 'As in `POST /auth/login`.',
      },
      { challenge: CHALLENGE, code: '123456' },
    ),
    answer: answerOf('Signed in.', SignInAnswerWireSchema, SIGN_IN_EXAMPLE),
    refusals: ['wrong-code', 'challenge-over', 'suspended', 'too-many'],
  },
  startEnrolment: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Create a secret for an authenticator app within a sign-in',
    notes:
      'The challenge is in the 403 `second-factor-setup-required` of `POST /auth/login` or `POST /auth/join`.',
    caller: 'anyone',
    body: bodyOf(EnrolmentSchema, {}, { challenge: CHALLENGE }),
    answer: totpSetup,
    refusals: ['challenge-over', 'suspended'],
  },
  finishEnrolment: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Confirm the authenticator app with its first code, and finish the sign-in',
    caller: 'anyone',
    body: bodyOf(
      EnrolmentCodeSchema,
      { code: 'Six digits.', deviceToken: 'As in `POST /auth/login`.' },
      { challenge: CHALLENGE, code: '123456' },
    ),
    answer: answerOf('Signed in; the recovery codes are shown only now.', EnrolledAnswerSchema, {
      success: true,
      data: { signedIn: SIGN_IN_EXAMPLE, recoveryCodes: ['7k2mq-x9d4t', 'b3w8h-0vznr'] },
    }),
    refusals: ['wrong-code', 'challenge-over', 'suspended', 'too-many'],
  },
  getSecondFactor: {
    group: 'Accounts',
    summary: 'Whether two-step sign-in is on, and how many recovery codes are left',
    caller: 'person',
    answer: answerOf('The state.', FactorStateAnswerSchema, {
      success: true,
      data: { isOn: true, recoveryCodesLeft: 9 },
    }),
  },
  setUpTotp: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Create a secret for an authenticator app, which counts once a code confirms it',
    caller: 'person',
    body: ownPassword,
    answer: totpSetup,
    refusals: ['wrong-password', 'not-verified', 'second-factor-on', 'too-many'],
  },
  confirmTotp: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Turn two-step sign-in on with the first code of the app',
    caller: 'person',
    body: bodyOf(TotpConfirmationSchema, { code: 'Six digits.' }, { code: '123456' }),
    answer: recoveryCodes,
    refusals: ['wrong-code', 'not-verified', 'second-factor-on', 'second-factor-off', 'too-many'],
  },
  renewRecoveryCodes: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Make ten new recovery codes; the earlier ones end',
    caller: 'person',
    body: ownPassword,
    answer: recoveryCodes,
    refusals: ['wrong-password', 'not-verified', 'second-factor-off', 'too-many'],
  },
  removeFactor: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Turn two-step sign-in off',
    caller: 'person',
    body: ownPassword,
    answer: answerOf('Off, now or before.', YesSchema, { success: true }),
    refusals: ['wrong-password', 'not-verified', 'factor-required', 'too-many'],
  },
})
