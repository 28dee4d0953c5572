import { useEffect, useEffectEvent, useState } from 'react'
import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import type { MediaKind } from '#src/domain/media/media-limits.ts'
import type { ShownUpload } from '#src/outbox/kinds/posting/files/shown-upload.ts'
import { useUploads } from '#src/outbox/kinds/posting/files/use-uploads.ts'

export interface MediaOrder {
  media: readonly string[]
  /** The ids of the files in the server's draft. */
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
  /** The details of files whose upload was completed while the wizard is open. */
  const [arrived, setArrived] = useState<ReadonlyMap<string, ListingMedia>>(new Map())
  const done = uploads.flatMap((upload) => (upload.media ? [upload.media] : []))
  const doneIds = done.map(({ id }) => id).join()
  const missing = done.filter(({ id }) => !media.includes(id))
  const settledIds = uploads
    .filter((upload) => upload.media && savedMedia.includes(upload.media.id))
    .map(({ id }) => id)
    .join()

  const addDone = useEffectEvent(() => {
    setArrived((before) => new Map([...before, ...done.map(withId)]))
    if (missing.length > 0) setMedia((before) => [...before, ...missing.map(({ id }) => id)])
  })
  // Adds each file to the draft once, when its upload is complete. A draft restored from this device may contain the
  // file already: then only the file's details are added.
  useEffect(() => {
    if (doneIds !== '') addDone()
  }, [doneIds])

  useEffect(() => {
    for (const id of settledIds.split(',').filter(Boolean)) void queue.remove(id)
  }, [settledIds, queue])

  const known = new Map([...files.map(withId), ...arrived])
  const stored = media.flatMap((id) => known.get(id) ?? [])
  const pending = uploads.filter(({ step }) => step !== 'done')
  const unknownCount = media.length - stored.length
  return {
    stored,
    pending,
    isOffline,
    isPageNeeded,
    queue,
    /** The number of files whose details the server has not sent yet. */
    unknownCount,
    /** The number of files of this kind. A file without details counts as a photo. */
    count: (kind: MediaKind) =>
      [...stored, ...pending].filter((one: ListingMedia | ShownUpload) => one.kind === kind)
        .length + (kind === 'photo' ? unknownCount : 0),
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

const withId = (file: ListingMedia) => [file.id, file] as const

export type ListingMediaState = ReturnType<typeof useListingMedia>
