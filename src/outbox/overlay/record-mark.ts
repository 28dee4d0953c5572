import { type Change, needsPerson } from '#src/domain/change.ts'

export type MarkKind = 'sending' | 'waiting' | 'parked' | 'conflict'

/** What is happening to a record: its newest unconfirmed change, or the one that needs a person. */
export interface RecordMark<Kind extends Change> {
  kind: MarkKind
  change: Kind
  /** It waits to be deleted: it stays, struck through, until the server's yes. */
  isLeaving: boolean
}

/** The changes of each record, in their order. */
export function groupByEntity<Kind extends Change>(
  changes: readonly Kind[],
  idOf: (change: Kind) => string,
): Map<string, Kind[]> {
  const groups = new Map<string, Kind[]>()
  for (const change of changes) {
    const group = groups.get(idOf(change))
    if (group) group.push(change)
    else groups.set(idOf(change), [change])
  }
  return groups
}

/** Null when the server has confirmed everything. */
export function markOf<Kind extends Change>(changes: readonly Kind[]): RecordMark<Kind> | null {
  const change = changes.findLast(needsPerson) ?? changes.findLast(({ state }) => state !== 'acked')
  if (!change || change.state === 'acked') return null
  const isOnItsWay = change.state === 'waiting' || change.state === 'sending'
  return { kind: change.state, change, isLeaving: isOnItsWay && change.action.kind === 'delete' }
}
