import { liveQuery } from 'dexie'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOutboxParts } from '#src/outbox/use-outbox.ts'
import { useUserId } from '#src/session/use-session.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { whileVisible } from '#src/storage/page-presence.ts'
import { openUploads, type PageUploads } from '../page-uploads.ts'
import type { QueueState } from './shown-upload.ts'
import { listFiles } from './upload-files.ts'
import type { UploadQueue } from './upload-queue.ts'

/** The listings and files of this page that are not on the server yet. */
export function usePageUploads(): PageUploads {
  return openUploads(useOutboxParts().uploads)
}

/**
 * The files of a listing or visit that are not on the server yet, with those that this page has sent. `open` returns the queue
 * of one name, always the same.
 */
export function useUploads(
  listingId: string,
  open: (uploads: PageUploads, name: string) => UploadQueue,
): QueueState & { queue: UploadQueue } {
  const uploads = usePageUploads()
  const { db } = uploads
  const userId = useUserId()
  const [queue] = useState(() => open(uploads, listingId))
  useEffect(() => {
    void queue.open()
    // Another page may send files, and the stored ones follow when the database has opened after all.
    const stop = whileVisible(document, () => {
      const stored = liveQuery(() => listFiles(db, { userId, listingId }))
      const files = stored.subscribe(queue.look, (error: unknown) => {
        console.warn('The files on this device cannot be read.', error)
      })
      return () => files.unsubscribe()
    })
    return () => {
      stop()
      queue.close()
    }
  }, [queue, db, userId, listingId])
  return { ...useSyncExternalStore(queue.subscribe, queue.find), queue }
}

/** Whether the database of unsent listings and files did not open in time, and still has not. */
export function useUploadsBlocked(): boolean {
  const limit = openingLimitOf(usePageUploads().db)
  return useSyncExternalStore(limit.subscribe, limit.isBlocked)
}
