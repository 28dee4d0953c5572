import { type Kysely, sql } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { toWhere } from '#server/platform/database/condition-sql.ts'
import { listNewestPositions } from '#server/platform/database/pages/newest-query.ts'
import {
  countRows,
  type PageQuery,
  type RowPosition,
} from '#server/platform/database/pages/page-query.ts'
import { getRevision, toRevisionToken } from '#server/platform/database/revision.ts'
import { countUsers, listRevenue } from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import { makePage } from '#server/platform/http/calls/page-answer.ts'
import {
  MAX_COUNTED,
  type PageRequest,
  type PageRules,
} from '#server/platform/http/calls/page-request.ts'
import { tagOf } from '#server/platform/http/files/tagged-answer.ts'
import type { MemberState } from '#src/domain/member.ts'
import { toRupees } from '#src/domain/money.ts'
import { MEMBER_FIELDS } from '#src/domain/query/member-fields.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { MEMBER_SQL } from './member-conditions.ts'
import { findLastBoostEnd, getMembers } from './member-repository.ts'
import type { MemberWire } from './member-wire.ts'

export const MEMBER_PAGES: PageRules = {
  orders: {
    createdAt: { column: 'created_at', isNullable: false },
    name: { column: 'name_key', isNullable: true },
  },
  fields: MEMBER_FIELDS,
}

const MEMBERS = { table: 'users', where: sql`role = 'user' and is_erased = 0` } as const

type ListedMember = Awaited<ReturnType<typeof getMembers>>[number]
export type MemberChoice = Pick<PageRequest, 'order' | 'q' | 'conditions'>

export async function makeMemberPage(
  db: Kysely<Tables>,
  request: PageRequest,
  { now, fields }: { now: Date; fields: FieldSet },
) {
  const choice = await chooseMembers(db, request, now)
  return makePage(db, request, {
    choice,
    count: () => countChosenMembers(db, choice),
    read: (positions) => readMembers(db, positions, { now, fields }),
  })
}

/** The whole list, newest first. */
export function makeMemberSource(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  fields: FieldSet,
): ListSource {
  return {
    key: `members, ${fields}`,
    async readState() {
      return { etag: await getMembersTag(db, clock(), fields), meta: null }
    },
    listPositions: (range, most) => listNewestPositions(db, MEMBERS, range, most),
    readRows: async (range) =>
      readMembers(db, await listNewestPositions(db, MEMBERS, range), { now: clock(), fields }),
  }
}

/**
 * The ETag of the whole list. It changes with the revision, the number of members and the revenue,
 * and when a boost ends.
 */
async function getMembersTag(db: Kysely<Tables>, now: Date, fields: FieldSet): Promise<string> {
  const revisionToken = toRevisionToken(await getRevision(db), fields)
  const ended = await findLastBoostEnd(db, now.toISOString())
  const paid = (await listRevenue(db)).map(({ paise }) => paise)
  return tagOf(JSON.stringify([revisionToken, ended, await countUsers(db), paid]))
}

/** The query of a list for its pages, without the place where a page begins. */
export async function chooseMembers(db: Kysely<Tables>, request: MemberChoice, now: Date) {
  const { order, q, conditions } = request
  return {
    table: 'users',
    words: 'member_words',
    order,
    branches: [MEMBERS.where],
    where: await toWhere(db, conditions, { fields: MEMBER_SQL, now }),
    q,
  } as const satisfies Partial<PageQuery>
}

/** Null for more members than are counted one by one, `most`. */
export async function countChosenMembers(
  db: Kysely<Tables>,
  choice: Awaited<ReturnType<typeof chooseMembers>>,
  most = MAX_COUNTED,
): Promise<number | null> {
  if (!choice.where) return countUsers(db)
  const found = await countRows(db, choice, most + 1)
  return found > most ? null : found
}

export async function readMembers(
  db: Kysely<Tables>,
  positions: readonly RowPosition[],
  { now, fields }: { now: Date; fields: FieldSet },
) {
  const ids = positions.map(({ id }) => id)
  const members = await getMembers(db, ids, now.toISOString())
  return members.map((member) => toWireMember(member, fields))
}

/** As `MEMBER_SQL` has it. */
function stateOf({ deletionDueAt, verified }: ListedMember): MemberState {
  if (deletionDueAt !== null) return 'deletion'
  return verified === 1 ? 'active' : 'unverified'
}

function toWireMember(member: ListedMember, fields: FieldSet): MemberWire {
  return {
    _id: member.id,
    fullName: member.fullName,
    profilePicture: member.pictureUrl,
    createdAt: member.createdAt,
    posted: { sell: member.sell ?? 0, rent: member.rent ?? 0, auction: member.auction ?? 0 },
    boosted: member.boosted ?? 0,
    ...(fields === 'all' && {
      phoneNumber: member.phoneNumber,
      email: member.email,
      totalSpending: toRupees(member.spentPaise ?? 0),
      state: stateOf(member),
    }),
  }
}
