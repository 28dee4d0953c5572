import { type Kysely, sql } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import {
  listNewestPositions,
  listPositions,
  type RowPosition,
} from '#server/platform/database/page-query.ts'
import { getRevision, toRevisionToken } from '#server/platform/database/revision.ts'
import { countUsers, listRevenue } from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import { toRupees } from '#server/platform/http/calls/money-on-wire.ts'
import type { PageRequest, PageRules } from '#server/platform/http/calls/page-request.ts'
import { tagOf } from '#server/platform/http/files/tagged-answer.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { findLastBoostEnd, getMembers } from './member-repository.ts'
import type { MemberWire } from './member-wire.ts'

export const MEMBER_PAGES: PageRules = {
  orders: {
    createdAt: { column: 'created_at', isNullable: false },
    name: { column: 'full_name', isNullable: true },
  },
  filters: {},
}

const MEMBERS = { table: 'users', where: sql`role = 'user' and is_erased = 0` } as const

type ListedMember = Awaited<ReturnType<typeof getMembers>>[number]
type Choice = Pick<PageRequest, 'order' | 'q' | 'after'>

export async function makeMemberPage(
  db: Kysely<Tables>,
  request: PageRequest,
  { now, fields }: { now: Date; fields: FieldSet },
) {
  const { limit, q } = request
  // One row more than the limit shows whether there is a next page.
  const positions = await listMemberPositions(db, request, limit + 1)
  const shown = positions.slice(0, limit)
  const last = positions.length > limit ? shown.at(-1) : undefined
  const meta = {
    nextCursor: last ? request.makeCursor(last) : null,
    total: q.trim() === '' ? await countUsers(db) : null,
  }
  return { success: true, data: await readMembers(db, shown, { now, fields }), meta }
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

function listMemberPositions(
  db: Kysely<Tables>,
  choice: Choice,
  most: number,
): Promise<RowPosition[]> {
  return listPositions(db, {
    table: 'users',
    words: 'member_words',
    order: choice.order,
    branches: [MEMBERS.where],
    q: choice.q,
    after: choice.after,
    most,
  })
}

async function readMembers(
  db: Kysely<Tables>,
  positions: readonly RowPosition[],
  { now, fields }: { now: Date; fields: FieldSet },
) {
  const ids = positions.map(({ id }) => id)
  const members = await getMembers(db, ids, now.toISOString())
  return members.map((member) => toWireMember(member, fields))
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
    }),
  }
}
