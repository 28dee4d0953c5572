import { type Change, needsPerson } from '#src/domain/change.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import type { UnsentListing } from '#src/storage/uploads-database.ts'
import type { SendGate } from './files/send-gate.ts'
import type { WaitingListings } from './waiting-listings.ts'

// Queues a change for each listing that is stored on this device, and removes the changes of listings that are gone. A screen
// queues the listing that it has open when its owner says so; this does what no screen does: after a crash, for a screen that was
// closed in the middle of a word, or after an update from a build without changes. The listing is in a database of its own, so
// the two are compared at the start and after every change of either: nothing depends on both being written together.

const TYPING_MS = 30_000 // a person who writes has paused, or the page is closed or frozen

export interface PostingQueueingParts {
  waiting: Pick<WaitingListings, 'get' | 'subscribe'>
  /** The listing as it is stored now; null if it is gone. */
  findRow(userId: string, id: string): Promise<UnsentListing | null>
  view: Pick<OutboxView, 'get' | 'subscribe'>
  store: Pick<OutboxStore, 'listChanges' | 'queueChange' | 'discardChange' | 'makeUnansweredDue'>
  /** Files that waited for it are sent at once when it opens. */
  gate: SendGate
  triggerDrain(): void
  now?: () => number
}

/** Returns a function that stops it. */
export function startPostingQueueing(parts: PostingQueueingParts): () => void {
  const { waiting, view, store, gate, triggerDrain, now = Date.now } = parts
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
    if (!isStopped) timer = setTimeout(() => void look(), TYPING_MS)
  }

  async function compare(): Promise<void> {
    const { state, rows } = waiting.get()
    const outbox = view.get()
    if (state !== 'ready' || outbox.state !== 'ready') return
    const open = outbox.changes.filter(isOpen)
    for (const row of rows) await queueRow(row, lastOf(open, row.id))
    const ids = new Set(rows.map(({ id }) => id))
    for (const one of open) if (!ids.has(one.entityId)) await removeIfGone(one)
  }

  /** A hidden page does not follow the listings, so what it has seen of them may be out of date. */
  async function removeIfGone(seen: Change): Promise<void> {
    if (seen.state === 'sending' || (await parts.findRow(seen.userId, seen.entityId))) return
    await store.discardChange(seen)
  }

  async function queueRow(seen: UnsentListing, lastSeen: Change | undefined): Promise<void> {
    const { userId, id: entityId } = seen
    if (!isToQueue(seen, lastSeen)) return
    if (isBeingWritten(seen)) return lookLater()
    // The outbox may be ahead of what was seen: the change may be on its way already, and would be queued twice. It is read
    // before the listing, because a refusal is noted at the listing before its change needs a person.
    const queued = (await store.listChanges(userId)).filter((one) => one.entityId === entityId)
    const last = lastOf(queued.filter(isOpen), entityId)
    const row = await parts.findRow(userId, entityId)
    if (!row || !isToQueue(row, last) || isBeingWritten(row) || isStopped) return
    // Another tab that has seen the listing too may queue it, and send it, meanwhile.
    const { outcome } = await store.queueChange(ticketOf(row), queued)
    if (outcome === 'queued') triggerDrain()
    else lookLater()
  }

  function isBeingWritten({ editedAt, submitKey }: UnsentListing): boolean {
    return submitKey === null && Math.abs(now() - editedAt) < TYPING_MS // also if the clock was set back
  }

  async function sendHeldBack(): Promise<void> {
    const [row] = waiting.get().rows
    if (!row || isStopped || !gate.find().isOpen) return
    await store.makeUnansweredDue(row.userId)
    triggerDrain()
  }

  const stops = [
    waiting.subscribe(() => void look()),
    view.subscribe(() => void look()),
    gate.subscribe(() => {
      sendHeldBack().catch((error: unknown) => console.warn('A listing could not be sent.', error))
    }),
  ]
  void look()
  return () => {
    isStopped = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

const isOpen = ({ entity, state }: Change) => entity === 'posting' && state !== 'acked'

/** The listing's change that needs a person, otherwise the one that was queued last. */
function lastOf(open: readonly Change[], listingId: string): Change | undefined {
  const queued = open.filter(({ entityId }) => entityId === listingId)
  return queued.find(needsPerson) ?? queued.at(-1)
}

/** Whether a listing needs a change: it has none, was edited since it was refused, or is to be submitted only now. */
function isToQueue(row: UnsentListing, last: Change | undefined): boolean {
  // A refused listing is not sent again automatically.
  if (row.problem !== null) return false
  if (!last || last.state === 'parked') return true
  return last.state === 'waiting' && last.tries === 0 && last.action.kind !== kindFor(row)
}

/** The change for a listing as it is stored on this device. */
export function ticketOf(row: Pick<UnsentListing, 'userId' | 'id' | 'typed' | 'submitKey'>) {
  const { userId, id: entityId, typed } = row
  const entityName = typed.title === '' ? null : typed.title
  const action = { kind: kindFor(row) }
  return { entity: 'posting', userId, entityId, entityName, isKeyed: true, action } as const
}

function kindFor({ submitKey }: Pick<UnsentListing, 'submitKey'>): 'save' | 'submit' {
  return submitKey === null ? 'save' : 'submit'
}
