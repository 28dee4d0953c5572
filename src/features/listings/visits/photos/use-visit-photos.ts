import { useEffect, useState } from 'react'
import { groupIndian } from '#src/domain/money.ts'
import { MOST_VISIT_PHOTOS, visitFilesOf } from '#src/domain/visit/visit.ts'
import { resizePhoto } from '#src/files/photos/photo-resize.ts'
import { readTakenAt } from '#src/files/photos/photo-time.ts'
import { UnreadablePhoto } from '#src/files/photos/unreadable-photo.ts'
import { UnreadableFile } from '#src/files/readable-file.ts'
import { usePageUploads, useUploads } from '#src/outbox/kinds/posting/files/use-uploads.ts'
import { dropDraftFiles, dropFilesOf } from '#src/outbox/kinds/visit/photos/visit-files.ts'
import { openVisitQueue } from '#src/outbox/kinds/visit/photos/visit-queue.ts'
import { useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { useUserId } from '#src/session/use-session.ts'

const DRAFT_MS = 7 * 86_400_000 // so long, a tab may have the draft that the photos belong to

/** The photos of a visit that is being recorded. They are on the device from the moment in which they are chosen. */
export function useVisitPhotos(listingId: string, visitId: string) {
  const name = visitFilesOf(listingId, visitId)
  const { uploads, isPageNeeded, queue } = useUploads(name, openVisitQueue)
  const [preparing, setPreparing] = useState(0)
  const [flaws, setFlaws] = useState<readonly string[]>([])
  const complain = (flaw: string) => setFlaws((before) => [...before, flaw])
  useForgetting()

  async function add(file: File): Promise<void> {
    try {
      const takenAt = await readTakenAt(file, Date.now())
      await queue.add(await resizePhoto(file), { kind: 'photo', name: file.name, takenAt })
    } catch (error) {
      complain(`${file.name}: ${describe(error)}`)
    } finally {
      setPreparing((before) => before - 1)
    }
  }

  return {
    photos: uploads,
    /** The number of chosen photos that are not resized yet. */
    preparing,
    flaws,
    isPageNeeded,
    isFull: uploads.length + preparing >= MOST_VISIT_PHOTOS,
    read: queue.readFile,
    remove: (id: string) => void queue.remove(id),
    removeAll: () => dropFilesOf(queue),
    async choose(files: readonly File[]): Promise<void> {
      if (preparing === 0) setFlaws([])
      const taken = files.slice(0, Math.max(0, MOST_VISIT_PHOTOS - uploads.length - preparing))
      if (taken.length < files.length)
        complain(
          `A visit has ${MOST_VISIT_PHOTOS} photos at most: ${groupIndian(files.length - taken.length)} left out.`,
        )
      setPreparing((before) => before + taken.length)
      // One after the other: a phone has too little memory to resize many photos at once.
      for (const file of taken) await add(file)
    },
  }
}

export type VisitPhotosState = ReturnType<typeof useVisitPhotos>

/** Deletes the photos of drafts that ended with their tab. */
function useForgetting(): void {
  const { state, changes } = useOutboxSnapshot()
  const uploads = usePageUploads()
  const userId = useUserId()
  useEffect(() => {
    if (state !== 'ready' || userId === null) return
    dropDraftFiles(uploads, { userId, changes, keptMs: DRAFT_MS }).catch((error: unknown) =>
      console.warn('Photos of old drafts are still on this device.', error),
    )
  }, [state, changes, uploads, userId])
}

function describe(error: unknown): string {
  if (error instanceof UnreadablePhoto || error instanceof UnreadableFile) return error.message
  console.error('A photo could not be added.', error)
  return 'This photo could not be added.'
}
