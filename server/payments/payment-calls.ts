import * as v from 'valibot'
import { LIST_EXPORT_CALL } from '#server/accounts/export/list-export-service.ts'
import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import {
  describePages,
  PAGE_REFUSALS,
  pageWith,
} from '#server/platform/http/calls/page-description.ts'
import { envelopeWith } from '#server/platform/http/calls/wire-values.ts'
import { PAYMENT_PAGES } from './payment-service.ts'
import { PAYMENT_EXAMPLE, PaymentWireSchema } from './payment-wire.ts'

const ListAnswerSchema = v.union([
  envelopeWith(v.array(PaymentWireSchema)),
  pageWith(PaymentWireSchema),
])

export const paymentCalls = describeCalls({
  listPayments: {
    group: 'Panel',
    summary: 'The captured payments, newest first',
    caller: 'operator',
    notes:
      'Without a query, the whole list; with one, a page. `q` searches the payer, or is a complete payment id.',
    isTagged: true,
    query: describePages(PAYMENT_PAGES),
    refusals: PAGE_REFUSALS,
    answer: answerOf('All of them, or a page.', ListAnswerSchema, {
      success: true,
      data: [PAYMENT_EXAMPLE],
    }),
  },
  exportPayments: {
    ...LIST_EXPORT_CALL,
    group: 'Panel',
    summary: 'The captured payments as a CSV or XLSX file, newest first',
  },
})
