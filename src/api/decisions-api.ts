import * as v from 'valibot'
import { type AuditEntry, AuditEntrySchema } from '#src/domain/audit.ts'
import { type ConditionalRead, call, callIfChanged, envelopeOf, listOf } from './http-client.ts'

/** Search criteria for decisions. */
export interface DecisionSearch {
  /** A part of the device's name; '' for any. */
  device: string
  /** ISO 8601 in UTC: `from` is inclusive, `before` exclusive; '' for no limit. */
  from: string
  before: string
}

export interface DecisionPage {
  entries: AuditEntry[]
  /** Cursor of the next page, which has earlier decisions; null on the last page. */
  nextCursor: string | null
}

const DECISIONS_AT_ONCE = 100 // rows per page
const DECISIONS = `/admin/audit?entity=listing&action=status&limit=${DECISIONS_AT_ONCE}`
const LatestAnswer = envelopeOf(listOf(AuditEntrySchema))
const DecisionsAnswer = v.pipe(
  v.looseObject({
    success: v.literal(true),
    data: listOf(AuditEntrySchema),
    meta: v.looseObject({ nextCursor: v.nullable(v.string()) }),
  }),
  v.transform(({ data, meta }): DecisionPage => ({ entries: data, nextCursor: meta.nextCursor })),
)

/** A page of the decisions about listings, newest first. A bare backend has no log and answers 404. */
export function listDecisions(
  search: DecisionSearch,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<DecisionPage> {
  const params = Object.entries({ ...search, cursor: cursor ?? '' }).filter(([, word]) => word)
  const query = params.map(([name, word]) => `&${name}=${encodeURIComponent(word)}`).join('')
  return call(`${DECISIONS}${query}`, DecisionsAnswer, { signal })
}

/** The newest decisions, which the device caches; null when unchanged. */
export function listLatestDecisions(read: ConditionalRead) {
  return callIfChanged(DECISIONS, LatestAnswer, read)
}
