import { type Kysely, sql } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import {
  listNewestPositions,
  listPositions,
  type RowPosition,
} from '#server/platform/database/page-query.ts'
import { getRevisionTag } from '#server/platform/database/revision.ts'
import { countLoans } from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import { toRupees } from '#server/platform/http/calls/money-on-wire.ts'
import type { PageRequest, PageRules } from '#server/platform/http/calls/page-request.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { getLoans } from './loan-repository.ts'
import type { LoanWire } from './loan-wire.ts'
import { readMaskedPan } from './pan-service.ts'

export const LOAN_PAGES: PageRules = {
  orders: { createdAt: { column: 'created_at', isNullable: false } },
  filters: {},
}

const LOANS = { table: 'loans', where: sql`1 = 1` } as const

type LoanDeps = Parameters<typeof readMaskedPan>[0] & Pick<AppDeps, 'db'>
type Choice = Pick<PageRequest, 'order' | 'q' | 'after'>

export async function makeLoanPage(deps: LoanDeps, request: PageRequest, fields: FieldSet) {
  const { db } = deps
  const { limit, q } = request
  // One row more than the limit shows whether there is a next page.
  const positions = await listLoanPositions(db, request, limit + 1)
  const shown = positions.slice(0, limit)
  const last = positions.length > limit ? shown.at(-1) : undefined
  const meta = {
    nextCursor: last ? request.makeCursor(last) : null,
    total: q.trim() === '' ? await countLoans(db) : null,
  }
  return { success: true, data: await readLoans(deps, shown, fields), meta }
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

function listLoanPositions(
  db: Kysely<Tables>,
  choice: Choice,
  most: number,
): Promise<RowPosition[]> {
  return listPositions(db, {
    table: 'loans',
    words: 'loan_words',
    order: choice.order,
    branches: [LOANS.where],
    q: choice.q,
    after: choice.after,
    most,
  })
}

async function readLoans(
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
