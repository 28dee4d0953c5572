// The notices of the stream at GET /api/admin/changes. They say that something changed, and the reads say what.

/** `event: change`: something changed since the last notice. Its id is the state, for `since`. */
export const CHANGE_EVENT = 'change'
/** `event: end`: the caller may not follow any more. Its data is the refusal's status. */
export const END_EVENT = 'end'

/** What a notice may be about: the lists of records, or who reviews which listing. */
export type ChangeTopic = 'lists' | 'claims'

/** A state: the epoch and the revision of the server's lists, and a hash of the claims. */
export const CHANGE_STATE_PATTERN = /^([0-9a-f]{12}-\d{1,15})\.([0-9a-f]{12})$/

/** What changed between two states; everything after an unknown one. */
export function listTopics(before: string | null, after: string): ChangeTopic[] {
  const [, listsBefore, claimsBefore] = CHANGE_STATE_PATTERN.exec(before ?? '') ?? []
  const [, lists, claims] = CHANGE_STATE_PATTERN.exec(after) ?? []
  const topics: ChangeTopic[] = []
  if (lists === undefined || lists !== listsBefore) topics.push('lists')
  if (claims === undefined || claims !== claimsBefore) topics.push('claims')
  return topics
}

/** The longest silence of the stream. Below the 60 s after which proxies usually close; no more radio than a read has. */
export const HEARTBEAT_MS = 25_000
