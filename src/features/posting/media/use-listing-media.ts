import { useEffect, useEffectEvent, useState } from 'react'
import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import type { MediaKind } from '#src/domain/media/media-limits.ts'
import type { ShownUpload } from '#src/uploads/shown-upload.ts'
import { useUploads } from '#src/uploads/use-uploads.ts'

export interface MediaOrder {
  media: readonly string[]
  /** Ids that the server's draft contains. */
  savedMedia: readonly string[]
  setMedia: (arrange: (before: readonly string[]) => string[]) => void
}

/** A draft's photos and video, and the files being uploaded to it. Uploads continue at every step of the wizard. */
export function useListingMedia(
  listingId: string,
  files: readonly ListingMedia[],
  { media, savedMedia, setMedia }: MediaOrder,
) {
  const { uploads, isOffline, isPageNeeded, queue } = useUploads(listingId)
  const [arrived, setArrived] = useState<readonly ListingMedia[]>([])
  const done = uploads.flatMap((upload) => (upload.media ? [upload.media] : []))
  const missing = done.filter(({ id }) => !media.includes(id))
  const missingIds = missing.map(({ id }) => id).join()
  const settledIds = uploads
    .filter((upload) => upload.media && savedMedia.includes(upload.media.id))
    .map(({ id }) => id)
    .join()

  const addMissing = useEffectEvent(() => {
    setArrived((before) => [...before, ...missing])
    setMedia((before) => [...new Set([...before, ...missing.map(({ id }) => id)])])
  })
  // Adds each file to the draft once, when its upload is complete.
  useEffect(() => {
    if (missingIds !== '') addMissing()
  }, [missingIds])

  useEffect(() => {
    for (const id of settledIds.split(',').filter(Boolean)) void queue.remove(id)
  }, [settledIds, queue])

  const known = new Map([...files, ...arrived].map((file) => [file.id, file]))
  const stored = media.flatMap((id) => known.get(id) ?? [])
  const pending = uploads.filter(({ step }) => step !== 'done')
  return {
    stored,
    pending,
    isOffline,
    isPageNeeded,
    queue,
    count: (kind: MediaKind) =>
      [...stored, ...pending].filter((one: ListingMedia | ShownUpload) => one.kind === kind).length,
    /** Moves a stored file by one position. */
    move(id: string, by: -1 | 1) {
      const from = media.indexOf(id)
      const other = media[from + by]
      if (from < 0 || other === undefined) return
      setMedia((all) => all.map((one) => (one === id ? other : one === other ? id : one)))
    },
    /** Moves a stored file to the position of another file. */
    moveTo(id: string, target: string) {
      setMedia((all) => {
        const rest = all.filter((one) => one !== id)
        const to = all.indexOf(target)
        return to < 0 ? [...all] : [...rest.slice(0, to), id, ...rest.slice(to)]
      })
    },
    async remove(id: string) {
      const upload = uploads.find((one) => one.media?.id === id)
      if (upload) await queue.remove(upload.id)
      setMedia((all) => all.filter((one) => one !== id))
    },
  }
}

export type ListingMediaState = ReturnType<typeof useListingMedia>
