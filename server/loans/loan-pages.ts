import { type Kysely, sql } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { type SqlFields, toWhere } from '#server/platform/database/condition-sql.ts'
import { listNewestPositions } from '#server/platform/database/pages/newest-query.ts'
import {
  countRows,
  type PageQuery,
  type RowPosition,
} from '#server/platform/database/pages/page-query.ts'
import { getRevisionTag } from '#server/platform/database/revision.ts'
import { countLoans } from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import { makePage } from '#server/platform/http/calls/page-answer.ts'
import {
  MAX_COUNTED,
  type PageRequest,
  type PageRules,
} from '#server/platform/http/calls/page-request.ts'
import { toRupees } from '#src/domain/money.ts'
import { LOAN_FIELDS } from '#src/domain/query/loan-fields.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { getLoans } from './loan-repository.ts'
import type { LoanWire } from './loan-wire.ts'
import { readMaskedPan } from './pan-service.ts'

export const LOAN_PAGES: PageRules = {
  orders: { createdAt: { column: 'created_at', isNullable: false } },
  fields: LOAN_FIELDS,
}

/** The fields of `LOAN_FIELDS` in the table of loans. */
const LOAN_SQL: SqlFields = {
  user: { kind: 'ids', column: sql`t.user_id` },
  income: { kind: 'amount', paise: sql`t.income_paise` },
  occupation: { kind: 'words', table: 'loans', column: 'occupation_type' },
  age: { kind: 'age', at: sql`t.created_at` },
}

const LOANS = { table: 'loans', where: sql`1 = 1` } as const

export type LoanDeps = Parameters<typeof readMaskedPan>[0] & Pick<AppDeps, 'db'>
export type LoanChoice = Pick<PageRequest, 'order' | 'q' | 'conditions'>

export async function makeLoanPage(
  deps: LoanDeps,
  request: PageRequest,
  { now, fields }: { now: Date; fields: FieldSet },
) {
  const { db } = deps
  const choice = await chooseLoans(db, request, now)
  return makePage(db, request, {
    choice,
    count: () => countChosenLoans(db, choice),
    read: (positions) => readLoans(deps, positions, fields),
  })
}

/** The whole list, newest first. */
export function makeLoanSource(deps: LoanDeps, fields: FieldSet): ListSource {
  const { db } = deps
  return {
    key: `loans, ${fields}`,
    readState: async () => ({ etag: await getRevisionTag(db, fields), meta: null }),
    listPositions: (range, most) => listNewestPositions(db, LOANS, range, most),
    readRows: async (range) => readLoans(deps, await listNewestPositions(db, LOANS, range), fields),
  }
}

/** The query of a list for its pages, without the place where a page begins. */
export async function chooseLoans(db: Kysely<Tables>, request: LoanChoice, now: Date) {
  const { order, q, conditions } = request
  return {
    table: 'loans',
    words: 'loan_words',
    order,
    branches: [LOANS.where],
    where: await toWhere(db, conditions, { fields: LOAN_SQL, now }),
    q,
  } as const satisfies Partial<PageQuery>
}

/** Null for more loans than are counted one by one, `most`. */
export async function countChosenLoans(
  db: Kysely<Tables>,
  choice: Awaited<ReturnType<typeof chooseLoans>>,
  most = MAX_COUNTED,
): Promise<number | null> {
  if (!choice.where) return countLoans(db)
  const found = await countRows(db, choice, most + 1)
  return found > most ? null : found
}

export async function readLoans(
  deps: LoanDeps,
  positions: readonly RowPosition[],
  fields: FieldSet,
): Promise<LoanWire[]> {
  const loans = await getLoans(
    deps.db,
    positions.map(({ id }) => id),
  )
  return loans.map((loan) => ({
    _id: loan.id,
    user: {
      id: loan.userId,
      fullName: loan.fullName,
      profilePicture: loan.pictureUrl,
      ...(fields === 'all' && { phoneNumber: loan.phoneNumber }),
    },
    createdAt: loan.createdAt,
    ...(fields === 'all' && {
      occupationType: loan.occupationType,
      income: toRupees(loan.incomePaise),
      panNumber: readMaskedPan(deps, loan),
    }),
  }))
}
