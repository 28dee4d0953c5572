import * as v from 'valibot'
import { listOf } from '#src/api/answer-schemas.ts'
import { type ChangedAnswer, type ConditionalRead, call } from '#src/api/http-client.ts'
import { type AuditEntry, AuditEntrySchema } from '#src/domain/audit.ts'

// The audit log: all entries, or only the decisions about listings. A bare backend has no log and answers 404.

export type ActivityScope = 'activity' | 'decisions'

/** Search criteria for entries; '' matches any value. */
export interface ActivitySearch {
  /** The kind of entry (AUDIT_ACTIONS). */
  action: string
  actorId: string
  listingId: string
  /** A part of the device's name. */
  device: string
  /** ISO 8601 in UTC: `from` is inclusive, `before` exclusive. */
  from: string
  before: string
}

export interface ActivityPage {
  entries: AuditEntry[]
  /** Cursor of the next page, which has earlier entries; null on the last page. */
  nextCursor: string | null
}

const PAGE_ROWS = 100
const NEXT_ROWS = 500 // `listRecentActivity` requests this many rows per page, after a first page of PAGE_ROWS
const MOST_PAGES = 10
const DAY_MS = 86_400_000
const SAVED_DAYS = 7

const PageAnswer = v.pipe(
  v.looseObject({
    success: v.literal(true),
    data: listOf(AuditEntrySchema),
    meta: v.looseObject({ nextCursor: v.nullable(v.string()) }),
  }),
  v.transform(({ data, meta }): ActivityPage => ({ entries: data, nextCursor: meta.nextCursor })),
)

/** A page of entries, newest first. */
export function listActivity(
  scope: ActivityScope,
  { listingId, ...search }: ActivitySearch,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ActivityPage> {
  const ofListing = listingId && { entity: 'listing', entityId: listingId }
  const ofScope = scope === 'decisions' && { entity: 'listing', action: 'status' }
  return readPage({ ...search, ...ofListing, ...ofScope, cursor }, PAGE_ROWS, signal)
}

/** The newest entries, to save for offline use: whole pages until one has entries older than a week, at most 4,600. */
export async function listRecentActivity(
  scope: ActivityScope,
  { signal }: ConditionalRead,
): Promise<ChangedAnswer<AuditEntry[]>> {
  const since = new Date(Date.now() - SAVED_DAYS * DAY_MS).toISOString()
  const ofScope = scope === 'decisions' && { entity: 'listing', action: 'status' }
  const entries: AuditEntry[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const rows = pages === 0 ? PAGE_ROWS : NEXT_ROWS
    const page: ActivityPage = await readPage({ ...ofScope, cursor }, rows, signal)
    entries.push(...page.entries)
    cursor = page.nextCursor
    if (cursor === null || (page.entries.at(-1)?.at ?? '') < since) break
  }
  return { data: entries, etag: null, cursor: null }
}

function readPage(
  query: Record<string, string | null>,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<ActivityPage> {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const params = new URLSearchParams([...given, ['limit', String(limit)]])
  return call(`/admin/audit?${params}`, PageAnswer, { signal })
}
