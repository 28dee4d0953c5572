import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSessionStore } from '#src/session/use-session.ts'
import { createPageQueue } from './page-queue.ts'
import type { QueueState } from './shown-upload.ts'
import type { UploadQueue } from './upload-queue.ts'

/** The files that wait for their upload to a listing. Resumes the uploads that are stored on the device. */
export function useUploads(listingId: string): QueueState & { queue: UploadQueue } {
  const session = useSessionStore()
  const [queue] = useState(() => createPageQueue(session, listingId))
  useEffect(() => {
    void queue.open()
    return () => queue.close()
  }, [queue])
  return { ...useSyncExternalStore(queue.subscribe, queue.find), queue }
}
