import * as v from 'valibot'
import { SignInAnswerWireSchema } from '#server/accounts/people/account-wire.ts'
import { envelopeWith, WireCount } from '#server/platform/http/calls/wire-values.ts'

export const FactorStateAnswerSchema = envelopeWith(
  v.strictObject({
    isOn: v.boolean(),
    recoveryCodesLeft: v.pipe(WireCount, v.description('0 when it is off.')),
  }),
)
export type FactorStateAnswer = v.InferInput<typeof FactorStateAnswerSchema>

export const TotpSetupAnswerSchema = envelopeWith(
  v.strictObject({
    secret: v.pipe(v.string(), v.description('Base32, to type into the app.')),
    address: v.pipe(v.string(), v.description('An otpauth:// address, for a QR code or a link.')),
  }),
)
export type TotpSetupAnswer = v.InferInput<typeof TotpSetupAnswerSchema>

const RecoveryCodes = v.pipe(
  v.array(v.string()),
  v.description('Ten codes of one use each, shown only now.'),
)
export const RecoveryCodesAnswerSchema = envelopeWith(
  v.strictObject({ recoveryCodes: RecoveryCodes }),
)
export type RecoveryCodesAnswer = v.InferInput<typeof RecoveryCodesAnswerSchema>

export const EnrolledAnswerSchema = envelopeWith(
  v.strictObject({ signedIn: SignInAnswerWireSchema, recoveryCodes: RecoveryCodes }),
)
export type EnrolledAnswer = v.InferInput<typeof EnrolledAnswerSchema>
