import type { Kysely } from 'kysely'
import {
  countAllListings,
  countBoosted,
  countUsers,
  listRevenue,
} from '#server/database/rollup-repository.ts'
import type { Tables } from '#server/database/schema.ts'
import { toRupees } from '#server/http/calls/money-on-wire.ts'
import { listBoard } from '#server/listings/listing-board-service.ts'
import { listLastPayments } from '#server/payments/payment-service.ts'
import { REVENUE_SERIES } from '#src/domain/dashboard.ts'
import type { DashboardWire, RevenueMonthWire } from './dashboard-wire.ts'
import { listRevenueMonths } from './revenue-months.ts'

const PAYMENTS_SHOWN = 10

/** All dashboard data, with amounts in rupees. */
export async function getDashboard(db: Kysely<Tables>, now: Date): Promise<DashboardWire> {
  const revenue = await listRevenue(db)
  return {
    totalProperties: await countAllListings(db),
    boostedProperties: await countBoosted(db, now),
    totalRevenue: toRupees(revenue.reduce((sum, { paise }) => sum + paise, 0)),
    totalUsers: await countUsers(db),
    chartData: makeChart(revenue, now),
    properties: await listBoard(db),
    lastTransactions: await listLastPayments(db, PAYMENTS_SHOWN),
  }
}

function makeChart(revenue: Awaited<ReturnType<typeof listRevenue>>, now: Date) {
  return listRevenueMonths(now).map(({ name, month }) => {
    const ofMonth = revenue.filter((sum) => sum.month === month)
    const amounts = REVENUE_SERIES.map(({ key }) => {
      const paise = ofMonth.find((sum) => sum.plan_type === key)?.paise ?? 0
      return [key, toRupees(paise)] as const
    })
    // The object has one amount for each series.
    return { name, ...Object.fromEntries(amounts) } as RevenueMonthWire
  })
}
