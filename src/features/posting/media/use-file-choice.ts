import { useState } from 'react'
import { MAX_PHOTOS, type MediaKind } from '#src/domain/media/media-limits.ts'
import { groupIndian } from '#src/domain/money.ts'
import { resizePhoto } from '#src/files/photos/photo-resize.ts'
import { UnreadablePhoto } from '#src/files/photos/unreadable-photo.ts'
import { UnreadableFile } from '#src/files/readable-file.ts'
import { checkVideo } from '#src/files/videos/video-preparation.ts'
import type { ListingMediaState } from './use-listing-media.ts'

/** Adds the files that a person has chosen to the queue, and reports those that cannot be used. */
export function useFileChoice({ queue, count }: Pick<ListingMediaState, 'queue' | 'count'>) {
  const [preparing, setPreparing] = useState(0)
  const [isReading, setReading] = useState(false)
  const [flaws, setFlaws] = useState<readonly string[]>([])
  const complain = (flaw: string) => setFlaws((before) => [...before, flaw])

  async function addPhoto(file: File): Promise<void> {
    try {
      await queue.add(await resizePhoto(file), { kind: 'photo', name: file.name })
    } catch (error) {
      complain(`${file.name}: ${describe(error, 'photo')}`)
    } finally {
      setPreparing((before) => before - 1)
    }
  }

  return {
    /** The number of chosen photos that are not resized yet. */
    preparing,
    /** Whether a chosen video is being checked. */
    isReading,
    flaws,
    async choosePhotos(files: readonly File[]): Promise<void> {
      if (preparing === 0) setFlaws([])
      const room = MAX_PHOTOS - count('photo') - preparing
      const taken = files.slice(0, Math.max(0, room))
      if (taken.length < files.length)
        complain(
          `A listing has ${MAX_PHOTOS} photos at most: ${groupIndian(files.length - taken.length)} left out.`,
        )
      setPreparing((before) => before + taken.length)
      // One after the other: a phone has too little memory to resize many photos at once.
      for (const file of taken) await addPhoto(file)
    },
    async chooseVideo(file: File): Promise<void> {
      setFlaws([])
      setReading(true)
      try {
        const flaw = await checkVideo(file)
        if (flaw === null) await queue.add(file, { kind: 'video', name: file.name })
        else complain(flaw)
      } catch (error) {
        complain(describe(error, 'video'))
      } finally {
        setReading(false)
      }
    },
  }
}

function describe(error: unknown, kind: MediaKind): string {
  if (error instanceof UnreadablePhoto || error instanceof UnreadableFile) return error.message
  console.error(`A ${kind} could not be added.`, error)
  return `This ${kind} could not be added.`
}
