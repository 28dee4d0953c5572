import * as v from 'valibot'
import {
  recordWith,
  WireId,
  WireRupees,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'

export const PaymentWireSchema = recordWith('Payment', {
  _id: v.pipe(WireId, v.description('The same as `id`.')),
  id: WireId,
  user: v.strictObject({ id: WireId, name: v.nullable(v.string()) }),
  planType: v.string(),
  planCategory: v.string(),
  amount: WireRupees,
  razorpayPaymentId: v.string(),
  createdAt: WireTime,
})
export type PaymentWire = v.InferInput<typeof PaymentWireSchema>

/** Example in the OpenAPI document. */
export const PAYMENT_EXAMPLE: PaymentWire = {
  _id: '68b1f0a2c4d5e6f708192a3f',
  id: '68b1f0a2c4d5e6f708192a3f',
  user: { id: '68b1f0a2c4d5e6f708192a3b', name: 'Meera Iyer' },
  planType: 'BASIC',
  planCategory: 'Boast',
  amount: 499,
  razorpayPaymentId: 'pay_EXAMPLE0000001',
  createdAt: '2026-02-14T08:20:00.000Z',
}
