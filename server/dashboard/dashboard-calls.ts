import { LISTING_EXAMPLE } from '#server/listings/list/listing-wire.ts'
import { PAYMENT_EXAMPLE } from '#server/payments/payment-wire.ts'
import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith } from '#server/platform/http/calls/wire-values.ts'
import { DashboardWireSchema } from './dashboard-wire.ts'

export const dashboardCalls = describeCalls({
  getDashboard: {
    group: 'Panel',
    summary: 'Four figures, the revenue of twelve months, the approval board and the last payments',
    caller: 'operator',
    isTagged: true,
    answer: answerOf('The dashboard.', envelopeWith(DashboardWireSchema), {
      success: true,
      data: {
        totalProperties: 128,
        boostedProperties: 12,
        totalRevenue: 148_250,
        totalUsers: 96,
        queue: { waiting: 31, decidedToday: 12 },
        chartData: [
          {
            name: 'Feb 26',
            BASIC: 4_990,
            STANDARD: 9_990,
            PREMIUM: 0,
            '1 PROPERTY': 1_998,
            '3 PROPERTY': 0,
            'UNLIMITED PROPERTY': 0,
          },
        ],
        properties: [LISTING_EXAMPLE],
        lastTransactions: [PAYMENT_EXAMPLE],
      },
    }),
  },
})
