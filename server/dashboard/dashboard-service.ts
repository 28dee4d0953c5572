import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { countBoard, listBoard } from '#server/listings/listing-board-service.ts'
import { toRupees } from '#server/money-on-wire.ts'
import { REVENUE_SERIES } from '#src/domain/dashboard.ts'
import {
  countMembers,
  getRevenuePaise,
  listLastPayments,
  listRevenueByPeriod,
} from './dashboard-repository.ts'
import type { DashboardWire, RevenueMonthWire } from './dashboard-wire.ts'
import { listRevenueMonths } from './revenue-months.ts'

const PAYMENTS_SHOWN = 10

/** Everything the dashboard shows, in rupees. */
export async function getDashboard(db: Kysely<Tables>, now: Date): Promise<DashboardWire> {
  const counts = await countBoard(db, now)
  const payments = await listLastPayments(db, PAYMENTS_SHOWN)
  return {
    totalProperties: counts.total,
    boostedProperties: counts.boosted ?? 0,
    totalRevenue: toRupees(await getRevenuePaise(db)),
    totalUsers: await countMembers(db),
    chartData: await makeChart(db, now),
    properties: await listBoard(db),
    lastTransactions: payments.map((payment) => ({
      id: payment.id,
      user: { name: payment.payerName },
      planType: payment.plan,
      planCategory: payment.category,
      amount: toRupees(payment.amountPaise),
      razorpayPaymentId: payment.paymentId,
      createdAt: payment.createdAt,
    })),
  }
}

async function makeChart(db: Kysely<Tables>, now: Date) {
  const months = listRevenueMonths(now)
  const sums = await listRevenueByPeriod(
    db,
    months.map((month) => month.startsAt),
  )
  return months.map((month, index) => {
    const ofMonth = sums.filter((sum) => sum.period === index)
    const amounts = REVENUE_SERIES.map(({ key }) => {
      const paise = ofMonth.find((sum) => sum.plan === key)?.paise ?? 0
      return [key, toRupees(paise)] as const
    })
    // One amount for each of the series.
    return { name: month.name, ...Object.fromEntries(amounts) } as RevenueMonthWire
  })
}
