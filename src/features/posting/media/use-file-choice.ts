import { useState } from 'react'
import { MAX_PHOTOS, MAX_UPLOAD_BYTES } from '#src/domain/media/media-limits.ts'
import { resizePhoto, UnreadablePhoto } from '#src/uploads/photo-resize.ts'
import type { ListingMediaState } from './use-listing-media.ts'

const MEGABYTE = 1_000_000

/** Takes the files that a person has chosen, and says which of them cannot be used. */
export function useFileChoice({ queue, count }: Pick<ListingMediaState, 'queue' | 'count'>) {
  const [preparing, setPreparing] = useState(0)
  const [flaws, setFlaws] = useState<readonly string[]>([])
  const complain = (flaw: string) => setFlaws((before) => [...before, flaw])

  async function addPhoto(file: File): Promise<void> {
    try {
      await queue.add(await resizePhoto(file), { kind: 'photo', name: file.name })
    } catch (error) {
      if (!(error instanceof UnreadablePhoto)) throw error
      complain(`${file.name}: ${error.message}`)
    }
  }

  return {
    /** Photos that are being made smaller. */
    preparing,
    flaws,
    async choosePhotos(files: readonly File[]): Promise<void> {
      setFlaws([])
      const room = MAX_PHOTOS - count('photo')
      const taken = files.slice(0, Math.max(0, room))
      if (taken.length < files.length)
        complain(
          `A listing has ${MAX_PHOTOS} photos at most: ${files.length - taken.length} left out.`,
        )
      setPreparing(taken.length)
      // One after the other: a phone has no memory for many photos at once.
      for (const file of taken) {
        await addPhoto(file)
        setPreparing((before) => before - 1)
      }
    },
    async chooseVideo(file: File): Promise<void> {
      setFlaws([])
      if (file.size > MAX_UPLOAD_BYTES)
        return complain(`A video may have ${MAX_UPLOAD_BYTES / MEGABYTE} MB at most.`)
      await queue.add(file, { kind: 'video', name: file.name })
    },
  }
}
