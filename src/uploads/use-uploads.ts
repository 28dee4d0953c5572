import { useEffect, useState, useSyncExternalStore } from 'react'
import { userIdOf } from '#src/session/session-store.ts'
import { useSessionStore } from '#src/session/use-session.ts'
import { createUploadsDatabase, type UploadsDatabase } from '#src/storage/uploads-database.ts'
import type { QueueState } from './shown-upload.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import { makeGiveUp, makeSend, runAlone, waitToRetry } from './upload-tries.ts'
import { getWifiGate } from './use-wifi-gate.ts'
import { prepareVideo } from './video-preparation.ts'

let database: UploadsDatabase | undefined
const NOBODY = 'nobody'

/** The files that wait for their upload to a listing; goes on with those that the device has kept. */
export function useUploads(listingId: string): QueueState & { queue: UploadQueue } {
  const session = useSessionStore()
  const [queue] = useState(() => {
    database ??= createUploadsDatabase()
    const current = session.find()
    const findToken = () => session.find()?.token ?? null
    return createUploadQueue({
      db: database,
      userId: current ? userIdOf(current) : NOBODY,
      listingId,
      makeId: () => crypto.randomUUID(),
      now: () => Date.now(),
      gate: getWifiGate(),
      prepare: prepareVideo,
      send: makeSend(findToken),
      giveUp: makeGiveUp(findToken),
      runAlone,
      waitToRetry,
    })
  })
  useEffect(() => {
    void queue.open()
    return () => queue.close()
  }, [queue])
  return { ...useSyncExternalStore(queue.subscribe, queue.find), queue }
}
