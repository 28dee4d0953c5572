import { useRef, useState } from 'react'
import { useOutboxParts } from '#src/outbox/use-outbox.ts'
import { useUserId } from '#src/session/use-session.ts'
import { troubleOf } from '#src/storage/storage-trouble.ts'
import { openListingQueue } from './files/listing-queue.ts'
import { usePageUploads } from './files/use-uploads.ts'
import type { ListingDraft } from './listing-draft.ts'
import { sendPosting } from './page-sender.ts'
import { nextProgress, type PostingProgress } from './posting-progress.ts'
import { ticketOf } from './posting-queueing.ts'

/** Sends the draft of a listing by the outbox. What the device has no room for, only this page can send: it does so itself. */
export function useListingSending(id: string, listing: ListingDraft) {
  const { outbox, view, connectivity } = useOutboxParts()
  const uploads = usePageUploads()
  const userId = useUserId()
  /** The result of the last try that this page has made by itself; null if the outbox sends. */
  const [here, setHere] = useState<PostingProgress | null>(null)

  /** The mark of the content that was to be sent last. */
  const asked = useRef<string | null>(null)

  async function send(): Promise<PostingProgress> {
    await listing.keep()
    asked.current = listing.findMark()
    const { content, isKept } = listing.find()
    const isPageNeeded = !isKept || openListingQueue(uploads, id).find().isPageNeeded
    const queued = isPageNeeded ? null : await queue(ticketOf({ ...content, userId, id }))
    const progress = queued ?? (await sendHere())
    setHere(queued ? null : progress)
    return progress
  }

  /** Null if the outbox cannot store the change. */
  async function queue(ticket: ReturnType<typeof ticketOf>): Promise<PostingProgress | null> {
    try {
      await view.settled()
      return await nextProgress({ view, connectivity }, await outbox.queuePosting(ticket))
    } catch (error) {
      if (!troubleOf(error)) throw error
      console.warn('A listing could not be queued on this device.', error)
      return null
    }
  }

  async function sendHere(): Promise<PostingProgress> {
    const never = new AbortController().signal
    const { verdict } = await sendPosting(uploads, { userId, entityId: id }, never)
    if (verdict.kind === 'done') return { kind: 'idle' }
    return verdict.kind === 'parked'
      ? { kind: 'refused', message: verdict.message }
      : { kind: 'unreachable' }
  }

  return {
    here,
    send,
    /** Whether the device has content that the outbox was not asked to send. */
    isLeft: (): boolean => listing.isStored() && listing.findMark() !== asked.current,
    sendLater(): void {
      send().catch((error: unknown) => console.warn('A listing could not be sent.', error))
    },
  }
}
