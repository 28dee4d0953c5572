import './photo-strip.css'
import type { KeyboardEvent, ReactNode } from 'react'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { useSwipe } from '#src/ui/use-swipe.ts'

/** One photo, as large as the dialog. The arrow keys and swipes go to its neighbours, and stop at either end. */
export function LargePhoto({ index, count, alt, onMove, onClose, children }: LargePhotoProps) {
  const go = (by: -1 | 1) => onMove(Math.max(0, Math.min(count - 1, index + by)))
  const swipe = useSwipe((side) => {
    go(side === 'right' ? -1 : 1)
    return Promise.resolve(false) // the photo itself returns to its place
  })
  function handleKey({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  return (
    <Dialog open title={`Photo ${index + 1} of ${count}`} onClose={onClose}>
      <fieldset className="large-photo" aria-label={alt} onKeyDown={handleKey}>
        <div {...swipe}>{children}</div>
        <div className="row">
          <Button aria-disabled={index === 0} onClick={() => go(-1)}>
            Previous photo
          </Button>
          <Button aria-disabled={index === count - 1} onClick={() => go(1)}>
            Next photo
          </Button>
        </div>
      </fieldset>
    </Dialog>
  )
}

interface LargePhotoProps {
  index: number
  count: number
  alt: string
  onMove: (index: number) => void
  onClose: () => void
  /** The photo. */
  children: ReactNode
}
