import { liveQuery } from 'dexie'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SessionStore } from '#src/session/session-store.ts'
import { useSessionStore } from '#src/session/use-session.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { whileVisible } from '#src/storage/page-presence.ts'
import { findOwner, openUploads } from './page-uploads.ts'
import type { QueueState } from './shown-upload.ts'
import { listFiles } from './upload-files.ts'
import type { UploadQueue } from './upload-queue.ts'

/**
 * The files of a listing or visit that are not on the server yet, with those that this page has sent. `open` returns the queue
 * of one name, always the same.
 */
export function useUploads(
  listingId: string,
  open: (session: SessionStore, name: string) => UploadQueue,
): QueueState & { queue: UploadQueue } {
  const session = useSessionStore()
  const userId = findOwner(session)
  const [queue] = useState(() => open(session, listingId))
  useEffect(() => {
    void queue.open()
    // Another page may send files, and the stored ones follow when the database has opened after all.
    const stop = whileVisible(document, () => {
      const stored = liveQuery(() => listFiles(openUploads(), { userId, listingId }))
      const files = stored.subscribe(queue.look, (error: unknown) => {
        console.warn('The files on this device cannot be read.', error)
      })
      return () => files.unsubscribe()
    })
    return () => {
      stop()
      queue.close()
    }
  }, [queue, userId, listingId])
  return { ...useSyncExternalStore(queue.subscribe, queue.find), queue }
}

/** Whether the database of unsent listings and files did not open in time, and still has not. */
export function useUploadsBlocked(): boolean {
  const limit = openingLimitOf(openUploads())
  return useSyncExternalStore(limit.subscribe, limit.isBlocked)
}
