import type { Change } from '#src/domain/change.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import type { UnsentListing } from '#src/storage/uploads-database.ts'
import type { ListingLocks } from './listing-locks.ts'
import type { WaitingListings } from './waiting-listings.ts'

// Queues a change for each listing that is stored on this device and not open for editing, and removes the changes of
// listings that are gone. The listing is in a database of its own, so the two are compared at the start and after every
// change of either: nothing depends on both being written together, also not after an update from a build without changes.

const LOOK_AGAIN_MS = 30_000 // a listing that is open in a tab which is then closed tells nobody

export interface PostingQueueingParts {
  waiting: Pick<WaitingListings, 'get' | 'subscribe'>
  /** The listing as it is stored now; null if it is gone. */
  findRow(userId: string, id: string): Promise<UnsentListing | null>
  view: Pick<OutboxView, 'get' | 'subscribe'>
  store: Pick<OutboxStore, 'queueChange' | 'discardChange' | 'makeUnansweredDue'>
  locks: Pick<ListingLocks, 'isOpen' | 'onFree'>
  triggerDrain(): void
}

/** Returns a function that stops it. */
export function startPostingQueueing(parts: PostingQueueingParts): () => void {
  const { waiting, view, store, locks, triggerDrain } = parts
  let isLooking = false
  let isStale = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    isStale = true
    if (isLooking) return
    isLooking = true
    try {
      while (isStale && !isStopped) {
        isStale = false
        await compare()
      }
    } catch (error) {
      // The device's storage: a notice says so. The listing stays, and is queued at the next change.
      console.warn('A listing on this device could not be queued.', error)
      lookLater()
    } finally {
      isLooking = false
    }
  }

  function lookLater(): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void look(), LOOK_AGAIN_MS)
  }

  async function compare(): Promise<void> {
    const { state, rows } = waiting.get()
    const outbox = view.get()
    if (state !== 'ready' || outbox.state !== 'ready') return
    const open = outbox.changes.filter((one) => one.entity === 'posting' && one.state !== 'acked')
    for (const row of rows)
      await queueRow(
        row,
        open.filter(({ entityId }) => entityId === row.id),
      )
    const ids = new Set(rows.map(({ id }) => id))
    for (const one of open) if (!ids.has(one.entityId)) await removeIfGone(one)
  }

  /** A hidden page does not follow the listings, so what it has seen of them may be out of date. */
  async function removeIfGone({ seq, state, userId, entityId }: Change): Promise<void> {
    if (state === 'sending' || (await parts.findRow(userId, entityId))) return
    await store.discardChange(seq)
  }

  async function queueRow(seen: UnsentListing, queued: readonly Change[]): Promise<void> {
    const { userId, id: entityId } = seen
    if (!isToQueue(seen, queued.at(-1))) return
    if (await locks.isOpen(entityId)) return lookLater()
    // The outbox may be ahead of what was seen: a refusal is noted at the listing before its change needs a person.
    const row = await parts.findRow(userId, entityId)
    if (!row || !isToQueue(row, queued.at(-1)) || isStopped) return
    const common = { entity: 'posting', userId, entityId, isKeyed: true } as const
    const entityName = row.typed.title === '' ? null : row.typed.title
    const action = { kind: kindFor(row) } as const
    const { outcome } = await store.queueChange({ ...common, entityName, action })
    if (outcome === 'queued') triggerDrain()
  }

  async function sendFreed(): Promise<void> {
    const [row] = waiting.get().rows
    await look()
    if (!row || isStopped) return
    await store.makeUnansweredDue(row.userId)
    triggerDrain()
  }

  const stops = [
    waiting.subscribe(() => void look()),
    view.subscribe(() => void look()),
    locks.onFree(() => {
      sendFreed().catch((error: unknown) => console.warn('A listing could not be sent.', error))
    }),
  ]
  void look()
  return () => {
    isStopped = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** Whether a listing needs a change: it has none, was edited since it was refused, or is to be submitted only now. */
function isToQueue(row: UnsentListing, last: Change | undefined): boolean {
  // A refused listing is not sent again automatically.
  if (row.problem !== null) return false
  if (!last || last.state === 'parked') return true
  return last.state === 'waiting' && last.tries === 0 && last.action.kind !== kindFor(row)
}

function kindFor({ submitKey }: UnsentListing): 'save' | 'submit' {
  return submitKey === null ? 'save' : 'submit'
}
