import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSessionStore } from '#src/session/use-session.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { createPageQueue } from './page-queue.ts'
import { openUploads } from './page-uploads.ts'
import type { QueueState } from './shown-upload.ts'
import type { UploadQueue } from './upload-queue.ts'

/** The files that wait for their upload to a listing. Resumes the uploads that are stored on the device. */
export function useUploads(listingId: string): QueueState & { queue: UploadQueue } {
  const session = useSessionStore()
  const [queue] = useState(() => createPageQueue(session, listingId))
  useEffect(() => {
    const limit = openingLimitOf(openUploads())
    void queue.open()
    // The stored files follow when the database has opened after all.
    const unsubscribe = limit.subscribe(() => !limit.isBlocked() && void queue.open())
    return () => {
      unsubscribe()
      queue.close()
    }
  }, [queue])
  return { ...useSyncExternalStore(queue.subscribe, queue.find), queue }
}

/** Whether the database of unsent listings and files did not open in time, and still has not. */
export function useUploadsBlocked(): boolean {
  const limit = openingLimitOf(openUploads())
  return useSyncExternalStore(limit.subscribe, limit.isBlocked)
}
