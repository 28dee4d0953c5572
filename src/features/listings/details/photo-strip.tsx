import './photo-strip.css'
import { type KeyboardEvent, type Ref, useImperativeHandle, useState } from 'react'
import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Keycap } from '#src/ui/layout/keycap.tsx'
import { useScreenActions } from '#src/ui/screen-actions.ts'
import { useSingleKeys } from '#src/ui/single-keys.ts'
import { useSwipe } from '#src/ui/use-swipe.ts'
import { KeptPhoto } from './kept-photo.tsx'
import type { SavedPhoto } from './submission-reads.ts'

export interface StripPhoto extends ListingMedia {
  isNew?: boolean
}

/** Small photos in a row. A press opens one large in a dialog; the key V opens the first if `hasKey`. */
export function PhotoStrip({ photos, label, hasKey = false, copies, ref }: PhotoStripProps) {
  const [shown, setShown] = useState<number | null>(null)
  useImperativeHandle(ref, () => ({ enlarge: () => setShown(0) }))
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
      {shown !== null && (
        <LargePhoto
          photos={photos}
          index={shown}
          copies={copies}
          onMove={setShown}
          onClose={() => setShown(null)}
        />
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

/** One photo, as large as the dialog. The arrow keys and swipes go to its neighbours, and stop at either end. */
function LargePhoto({ photos, index, copies, onMove, onClose }: LargePhotoProps) {
  const photo = photos[index]
  const go = (by: -1 | 1) => onMove(Math.max(0, Math.min(photos.length - 1, index + by)))
  const swipe = useSwipe((side) => {
    go(side === 'right' ? -1 : 1)
    return Promise.resolve(false) // the photo itself returns to its place
  })
  function handleKey({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  if (!photo) return null
  return (
    <Dialog open title={`Photo ${index + 1} of ${photos.length}`} onClose={onClose}>
      <fieldset className="large-photo" aria-label={altOf(photos, index)} onKeyDown={handleKey}>
        <div {...swipe}>
          <KeptPhoto
            key={photo.id}
            src={photo.url}
            alt={altOf(photos, index)}
            copy={findCopy(copies, photo.smallUrl)}
          />
        </div>
        <div className="row">
          <Button aria-disabled={index === 0} onClick={() => go(-1)}>
            Previous photo
          </Button>
          <Button aria-disabled={index === photos.length - 1} onClick={() => go(1)}>
            Next photo
          </Button>
        </div>
      </fieldset>
    </Dialog>
  )
}

interface LargePhotoProps extends Pick<PhotoStripProps, 'photos' | 'copies'> {
  index: number
  onMove: (index: number) => void
  onClose: () => void
}

function altOf(photos: readonly StripPhoto[], index: number): string {
  return `${photos[index]?.isNew ? 'New photo' : 'Photo'} ${index + 1} of ${photos.length}`
}

function findCopy(copies: readonly SavedPhoto[] | undefined, url: string | null) {
  return copies?.find((copy) => copy.url === url)?.bytes
}
