import '#src/features/listings/photos/photo-strip.css'
import { type Ref, useImperativeHandle, useState } from 'react'
import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import { KeptPhoto } from '#src/features/listings/photos/kept-photo.tsx'
import { LargePhoto } from '#src/features/listings/photos/large-photo.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Keycap } from '#src/ui/layout/keycap.tsx'
import { useScreenActions } from '#src/ui/screen-actions.ts'
import { useSingleKeys } from '#src/ui/single-keys.ts'
import type { SavedPhoto } from './submission-reads.ts'

export interface StripPhoto extends ListingMedia {
  isNew?: boolean
}

/** Small photos in a row. A press opens one large in a dialog; the key V opens the first if `hasKey`. */
export function PhotoStrip({ photos, label, hasKey = false, copies, ref }: PhotoStripProps) {
  const [shown, setShown] = useState<number | null>(null)
  useImperativeHandle(ref, () => ({ enlarge: () => setShown(0) }))
  const large = shown === null ? undefined : photos[shown]
  const isOffered = hasKey && photos.length > 0
  const isKeyOn = useSingleKeys() && isOffered
  useScreenActions(
    isOffered ? [{ key: 'v', label: 'View the photos large', run: () => setShown(0) }] : [],
  )
  return (
    <>
      <ul className="photo-strip" aria-label={label}>
        {photos.map(({ id, smallUrl, isNew }, index) => (
          <li key={id}>
            <button type="button" onClick={() => setShown(index)}>
              <KeptPhoto
                src={smallUrl}
                alt={altOf(photos, index)}
                copy={findCopy(copies, smallUrl)}
              />
            </button>
            {isNew && <Badge tone="accent">New</Badge>}
          </li>
        ))}
      </ul>
      {isKeyOn && (
        <p className="muted">
          <Keycap>V</Keycap> shows them large
        </p>
      )}
      {shown !== null && large && (
        <LargePhoto
          alt={altOf(photos, shown)}
          count={photos.length}
          index={shown}
          onMove={setShown}
          onClose={() => setShown(null)}
        >
          <KeptPhoto
            key={large.id}
            src={large.url}
            alt={altOf(photos, shown)}
            copy={findCopy(copies, large.smallUrl)}
          />
        </LargePhoto>
      )}
    </>
  )
}

/** Shows the first photo large. */
export interface PhotoStripHandle {
  enlarge(): void
}

interface PhotoStripProps {
  ref?: Ref<PhotoStripHandle> | undefined
  photos: readonly StripPhoto[]
  /** The accessible name of the list. */
  label: string
  hasKey?: boolean | undefined
  /** The small photos that this device has saved. */
  copies: readonly SavedPhoto[] | undefined
}

function altOf(photos: readonly StripPhoto[], index: number): string {
  return `${photos[index]?.isNew ? 'New photo' : 'Photo'} ${index + 1} of ${photos.length}`
}

function findCopy(copies: readonly SavedPhoto[] | undefined, url: string | null) {
  return copies?.find((copy) => copy.url === url)?.bytes
}
