import type { Kysely } from 'kysely'
import { countDecidedSince, listBoard } from '#server/listings/list/listing-board-service.ts'
import { listLastPayments } from '#server/payments/payment-service.ts'
import {
  countAllListings,
  countBoosted,
  countUsers,
  countWaitingListings,
  listRevenue,
} from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { REVENUE_SERIES } from '#src/domain/dashboard.ts'
import { startOfIndianDay } from '#src/domain/dates.ts'
import { toRupees } from '#src/domain/money.ts'
import { fieldSetOf, may, type StaffRole } from '#src/domain/team/permission.ts'
import type { DashboardWire, RevenueMonthWire } from './dashboard-wire.ts'
import { listRevenueMonths } from './revenue-months.ts'

const PAYMENTS_SHOWN = 10

/**
 * All dashboard data, with amounts in rupees. Figures that the role may not see are absent; lists
 * that it may not see are empty.
 */
export async function getDashboard(
  db: Kysely<Tables>,
  now: Date,
  role: StaffRole,
): Promise<DashboardWire> {
  const revenue = await listRevenue(db)
  const total = revenue.reduce((sum, { paise }) => sum + paise, 0)
  const seesPayments = may(role, 'see-payments')
  return {
    ...(may(role, 'see-figures') && {
      totalProperties: await countAllListings(db),
      boostedProperties: await countBoosted(db, now),
      totalUsers: await countUsers(db),
    }),
    ...(may(role, 'see-listings') && {
      queue: {
        waiting: await countWaitingListings(db),
        decidedToday: await countDecidedSince(db, startOfIndianDay(now)),
      },
    }),
    ...(may(role, 'see-revenue') && { totalRevenue: toRupees(total) }),
    chartData: seesPayments ? makeChart(revenue, now) : [],
    properties: may(role, 'see-listings') ? await listBoard(db, fieldSetOf(role, 'listings')) : [],
    lastTransactions: seesPayments ? await listLastPayments(db, PAYMENTS_SHOWN) : [],
  }
}

function makeChart(revenue: Awaited<ReturnType<typeof listRevenue>>, now: Date) {
  return listRevenueMonths(now).map(({ name, month }) => {
    const ofMonth = revenue.filter((sum) => sum.month === month)
    const amounts = REVENUE_SERIES.map(({ key }) => {
      const paise = ofMonth.find((sum) => sum.plan_type === key)?.paise ?? 0
      return [key, toRupees(paise)] as const
    })
    // The cast is safe: `amounts` has one amount for each series.
    return { name, ...Object.fromEntries(amounts) } as RevenueMonthWire
  })
}
