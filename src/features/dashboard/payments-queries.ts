import { listPayments } from '#src/api/sections/payments-api.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'

/** All captured payments, the newest first. */
export function usePayments() {
  return useSavedRead({ name: 'payments', read: listPayments })
}
