import type { Change, EventChange } from '#src/domain/change.ts'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import { groupByEntity, hasCaughtUp, type RecordSyncStatus, syncStatusOf } from './overlay.ts'

// The user's events for display: the server's list with local changes applied (specification, section 4: a created
// event is appended, an update is merged, a deleted event is removed). Refused changes are shown too, with a sync
// status, because the user typed them.

export type EventSyncStatus = RecordSyncStatus<EventChange>

export interface EventOverlay {
  rows: MarketEvent[]
  syncStatuses: ReadonlyMap<string, EventSyncStatus>
  /** Maps each temporary event id of this device to the server's id. */
  idsNow: ReadonlyMap<string, string>
}

/**
 * Folds changes over the list. `ackedBefore` is the number of the last confirmation before the list was requested.
 * Changes that were confirmed later are applied too, because the list may lack them.
 */
export function foldEventChanges(
  rows: readonly MarketEvent[],
  changes: readonly Change[],
  ackedBefore: number,
): EventOverlay {
  const own = changes.filter((change) => change.entity === 'event')
  const idsNow = new Map(own.flatMap((change) => newName(change)))
  const idOf = ({ entityId }: EventChange) => idsNow.get(entityId) ?? entityId
  const shown = new Map(rows.map((row) => [row.id, row]))
  for (const change of own) foldOne(shown, idOf(change), change, ackedBefore)
  const syncStatuses = new Map<string, EventSyncStatus>()
  for (const [id, group] of groupByEntity(own, idOf)) {
    const syncStatus = syncStatusOf(group)
    if (syncStatus && shown.has(id)) syncStatuses.set(id, syncStatus)
  }
  return { rows: [...shown.values()], syncStatuses, idsNow }
}

function newName({ action, entityId, ackedResult }: EventChange): [string, string][] {
  return action.kind === 'create' && ackedResult?.id ? [[entityId, ackedResult.id]] : []
}

function foldOne(
  shown: Map<string, MarketEvent>,
  id: string,
  change: EventChange,
  ackedBefore: number,
): void {
  const { action, state, ackedResult, ...acked } = change
  const row = shown.get(id)
  if (state === 'acked' && hasCaughtUp(row, acked, ackedBefore)) return
  const version = ackedResult?.version ?? row?.version ?? null
  const confirmed = { ...ackedResult?.patch, version, id }
  if (action.kind === 'create') {
    if (!row) shown.set(id, { ...action.fields, ...confirmed })
  } else if (action.kind === 'update') {
    if (row) shown.set(id, { ...row, ...action.patch, ...confirmed })
  } else if (state === 'acked') shown.delete(id)
  else showLeaving(shown, id, change)
}

/** An event with a pending delete keeps the fields of its last local create or edit, even if they were never sent. */
function showLeaving(shown: Map<string, MarketEvent>, id: string, { earlier }: EventChange): void {
  const row = shown.get(id)
  const before = earlier.at(-1)
  if (before?.kind === 'create') shown.set(id, { ...before.fields, version: null, id })
  if (before?.kind === 'update' && row) shown.set(id, { ...row, ...before.patch })
}
