import { type Change, type ListingChange, needsPerson } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { oncePerList } from '#src/domain/once-per-list.ts'

// Applies the outbox to the server's rows for display. Nothing else writes optimistic values, so a refetch cannot make
// a decision flicker, and undo only has to remove the change.

export type ListingSyncStatus = RecordSyncStatus<ListingChange>

export interface Overlay {
  rows: readonly Listing[]
  syncStatuses: ReadonlyMap<string, ListingSyncStatus>
  /** The row with this id. Does not search: a screen asks at each render, and there may be ten thousand rows. */
  findRow(id: string): Listing | undefined
}

const NO_SYNC_STATUSES: Overlay['syncStatuses'] = new Map()

/** The last overlay of each list of the server: several screens and the number on the app's icon show the same one. */
const lastOverlays = new WeakMap<
  readonly Listing[],
  { changes: readonly Change[]; ackedBefore: number; overlay: Overlay }
>()
/** The last folded result of each server row and of each list of rows. */
const lastRows = new WeakMap<Listing, Listing>()
const lastLists = new WeakMap<readonly Listing[], readonly Listing[]>()

/**
 * Folds changes over rows. `ackedBefore` is the number of the last confirmation before the rows were requested. Changes
 * that were confirmed later are applied too, because the rows may lack them. Unchanged rows and lists keep their object
 * identity. Otherwise, each notification about a change would make a screen process thousands of rows again.
 */
export function foldChanges(
  rows: readonly Listing[],
  changes: readonly Change[],
  ackedBefore: number,
): Overlay {
  const last = lastOverlays.get(rows)
  if (last?.changes === changes && last.ackedBefore === ackedBefore) return last.overlay
  const overlay = foldAnew(rows, changes, ackedBefore)
  lastOverlays.set(rows, { changes, ackedBefore, overlay })
  return overlay
}

function foldAnew(
  rows: readonly Listing[],
  changes: readonly Change[],
  ackedBefore: number,
): Overlay {
  const ofListings = changes.filter((change) => change.entity === 'listing')
  const findIn = (shown: readonly (Listing | null)[]) => (id: string) =>
    shown[placesById(rows).get(id) ?? -1] ?? undefined
  if (ofListings.length === 0)
    return { rows, syncStatuses: NO_SYNC_STATUSES, findRow: findIn(rows) }
  const byListing = groupByEntity(ofListings, ({ entityId }) => entityId)
  const places = placesById(rows)
  const syncStatuses = new Map<string, ListingSyncStatus>()
  const shown: (Listing | null)[] = [...rows]
  for (const [id, own] of byListing) {
    const place = places.get(id)
    const row = place === undefined ? undefined : rows[place]
    if (place === undefined || !row) continue
    const next = foldRow(row, own, ackedBefore)
    shown[place] = next
    const syncStatus = next && syncStatusOf(own)
    if (syncStatus) syncStatuses.set(id, syncStatus)
  }
  return {
    rows: keepList(rows, shown.filter(isThere)),
    syncStatuses,
    findRow: findIn(shown),
  }
}

/** Indexes a list of thousands of rows once, not on every change notification. */
const placesById = oncePerList(
  (rows: readonly Listing[]) => new Map(rows.map(({ id }, place) => [id, place])),
)

function isThere(row: Listing | null): row is Listing {
  return row !== null
}

function keepList(rows: readonly Listing[], shown: readonly Listing[]): readonly Listing[] {
  for (const known of [rows, lastLists.get(rows)]) {
    if (known?.length === shown.length && known.every((row, place) => row === shown[place])) {
      return known
    }
  }
  lastLists.set(rows, shown)
  return shown
}

/** Returns the row of the last fold again if it is equal. Compares only status and version, from which the rest follows. */
function keepRow(row: Listing, shown: Listing): Listing {
  if (shown === row) return row
  const last = lastRows.get(row)
  if (last?.status === shown.status && last.version === shown.version) return last
  lastRows.set(row, shown)
  return shown
}

function foldRow(
  row: Listing,
  changes: readonly ListingChange[],
  ackedBefore: number,
): Listing | null {
  let shown = row
  for (const change of changes) {
    const { action, state } = change
    if (state === 'parked' || state === 'conflict') continue
    if (state === 'acked' && hasCaughtUp(row, change, ackedBefore)) continue
    if (action.kind === 'status') {
      shown = {
        ...shown,
        status: action.to,
        version: change.ackedVersion ?? shown.version,
        deciderId: action.to === 'pending' ? null : change.userId,
        deciderName: null,
      }
    } else if (action.kind === 'delete' && state === 'acked') return null
  }
  return keepRow(row, shown)
}

/** Whether the row includes the change: it was read after the confirmation, or has that version or a newer one. */
export function hasCaughtUp(
  row: { version: number | null } | undefined,
  change: Pick<Change, 'ackedAs' | 'ackedVersion'>,
  ackedBefore: number,
): boolean {
  if (change.ackedAs !== null && change.ackedAs <= ackedBefore) return true
  const version = row?.version ?? null
  return version !== null && change.ackedVersion !== null && version >= change.ackedVersion
}

export type SyncStatusKind = 'sending' | 'waiting' | 'parked' | 'conflict'

/**
 * Sync status of a record: that of its newest change that needs a person, otherwise of its newest unconfirmed decision,
 * otherwise of an unconfirmed reason. A decision takes precedence over its reason, so that Undo removes
 * both.
 */
export interface RecordSyncStatus<Kind extends Change> {
  kind: SyncStatusKind
  change: Kind
  /** A delete is pending: shown struck through until the server confirms it. */
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

/** Null if the server has confirmed all of the changes. */
export function syncStatusOf<Kind extends Change>(
  changes: readonly Kind[],
): RecordSyncStatus<Kind> | null {
  const open = changes.filter(({ state }) => state !== 'acked')
  const decided = open.filter(({ action }) => action.kind !== 'reason')
  const change = open.findLast(needsPerson) ?? decided.at(-1) ?? open.at(-1)
  if (!change || change.state === 'acked') return null
  const isOnItsWay = change.state === 'waiting' || change.state === 'sending'
  return { kind: change.state, change, isLeaving: isOnItsWay && change.action.kind === 'delete' }
}
