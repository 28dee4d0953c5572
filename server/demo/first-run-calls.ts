import * as v from 'valibot'
import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith } from '#server/platform/http/calls/wire-values.ts'

const DemoSignInSchema = envelopeWith(v.strictObject({ email: v.string(), password: v.string() }))

export const firstRunCalls = describeCalls({
  addDemonstration: {
    group: 'Import and API',
    caller: 'operator',
    isWrite: true,
    summary: 'Fill an empty marketplace with demonstration data',
    answer: answerOf("The end user's sign-in, which is answered once.", DemoSignInSchema, {
      success: true,
      data: { email: 'asha.kulkarni@example.in', password: 'k3vd-9xqa-m2hp-w7tc-b4ns' },
    }),
    refusals: ['not-empty'],
  },
})
