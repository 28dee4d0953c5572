import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import type { MediaKind } from '#src/domain/media/media-limits.ts'
import { openListingQueue } from '#src/outbox/kinds/posting/files/listing-queue.ts'
import type { ShownUpload } from '#src/outbox/kinds/posting/files/shown-upload.ts'
import { useUploads } from '#src/outbox/kinds/posting/files/use-uploads.ts'

export interface MediaOrder {
  media: readonly string[]
  /** Whether the listing, and so its files, waits for a server that does not answer. */
  isOffline: boolean
  setMedia: (arrange: (before: readonly string[]) => string[]) => void
}

/** A draft's photos and video, and the files being uploaded to it. Uploads continue at every step of the wizard. */
export function useListingMedia(
  listingId: string,
  files: readonly ListingMedia[],
  { media, isOffline, setMedia }: MediaOrder,
) {
  const { uploads, arrived, isPageNeeded, queue, ...state } = useUploads(
    listingId,
    openListingQueue,
  )
  const known = new Map([...files, ...arrived].map((file) => [file.id, file]))
  const stored = media.flatMap((id) => known.get(id) ?? [])
  const pending = uploads.filter(({ step }) => step !== 'done')
  const unknownCount = media.length - stored.length
  return {
    stored,
    pending,
    isOffline: state.isOffline || (isOffline && pending.length > 0),
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

export type ListingMediaState = ReturnType<typeof useListingMedia>
