import { auditCalls } from './audit/audit-calls.ts'
import { HistoryEntryWireSchema } from './audit/audit-wire.ts'
import { DeedWireSchema } from './audit/deed-wire.ts'
import { AccountWireSchema } from './auth/account-wire.ts'
import { authCalls } from './auth/auth-calls.ts'
import type { CallDescription } from './call-description.ts'
import { dashboardCalls } from './dashboard/dashboard-calls.ts'
import { RevenueMonthWireSchema } from './dashboard/dashboard-wire.ts'
import { eventCalls } from './events/event-calls.ts'
import { EventWireSchema } from './events/event-wire.ts'
import { healthCalls } from './health/health-calls.ts'
import { listingCalls } from './listings/listing-calls.ts'
import { ListingWireSchema } from './listings/listing-wire.ts'
import { loanCalls } from './loans/loan-calls.ts'
import { LoanWireSchema } from './loans/loan-wire.ts'
import { memberCalls } from './members/member-calls.ts'
import { MemberWireSchema } from './members/member-wire.ts'
import { openApiCalls } from './openapi/openapi-calls.ts'
import { paymentCalls } from './payments/payment-calls.ts'
import { PaymentWireSchema } from './payments/payment-wire.ts'

/** Every call of the API. A route without a description fails a test, and so does a description without a route. */
export const API_CALLS: readonly CallDescription[] = [
  ...authCalls,
  ...eventCalls,
  ...dashboardCalls,
  ...listingCalls,
  ...memberCalls,
  ...loanCalls,
  ...paymentCalls,
  ...auditCalls,
  ...healthCalls,
  ...openApiCalls,
]

/** What the document tells once, by its name, wherever it is used. */
export const API_RECORDS = {
  Account: AccountWireSchema,
  Event: EventWireSchema,
  Property: ListingWireSchema,
  User: MemberWireSchema,
  Loan: LoanWireSchema,
  HistoryEntry: HistoryEntryWireSchema,
  Deed: DeedWireSchema,
  RevenueMonth: RevenueMonthWireSchema,
  Payment: PaymentWireSchema,
}
