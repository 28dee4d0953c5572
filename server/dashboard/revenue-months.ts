import { formatMonth } from '#src/domain/dates.ts'

/** Asia/Kolkata is UTC+5:30 all year round. */
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000
const MONTHS_SHOWN = 12

export interface RevenueMonth {
  name: string
  /** Year and month, such as '2025-09'. */
  month: string
}

/** The twelve months up to the current one in India's time zone, oldest first. */
export function listRevenueMonths(now: Date): RevenueMonth[] {
  const local = new Date(now.getTime() + INDIA_OFFSET_MS)
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const place = local.getUTCMonth() - (MONTHS_SHOWN - 1) + index
    const first = new Date(Date.UTC(local.getUTCFullYear(), place, 1))
    return {
      name: formatMonth(first.getUTCFullYear(), first.getUTCMonth()),
      month: first.toISOString().slice(0, '2025-09'.length),
    }
  })
}
