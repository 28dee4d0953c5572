import { onApiHost } from '#src/config/settings.ts'
import { groupIndian } from '#src/domain/money.ts'
import { Button } from '#src/ui/form/button.tsx'
import { describeUnknown, labelFiles } from './media-words.ts'
import { TILE_SIZE } from './tile-size.ts'
import type { ListingMediaState } from './use-listing-media.ts'

interface SubmittedMediaProps {
  state: ListingMediaState
  onChange: () => void
}

/** The photos and the video that will be submitted, in their order. */
export function SubmittedMedia({ state, onChange }: SubmittedMediaProps) {
  const { stored, pending, unknownCount } = state
  const labels = labelFiles(stored)
  const isEmpty = stored.length + pending.length + unknownCount === 0
  return (
    <section className="stack" aria-label="Photos and video">
      {isEmpty && <p className="muted">No photos or video yet. Buyers look at photos first.</p>}
      {stored.length > 0 && (
        <ul className="row">
          {stored.map(({ id, url, smallUrl }, index) => (
            <li key={id}>
              {smallUrl === null ? (
                <video
                  {...TILE_SIZE}
                  className="submitted-file"
                  src={onApiHost(url) ?? ''}
                  aria-label={labels[index]}
                  controls
                  preload="metadata"
                />
              ) : (
                <img
                  {...TILE_SIZE}
                  className="submitted-file"
                  src={onApiHost(smallUrl) ?? ''}
                  alt={labels[index]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {pending.length > 0 && (
        <p className="muted">
          {pending.length === 1
            ? '1 file is still on its way.'
            : `${groupIndian(pending.length)} files are still on their way.`}
        </p>
      )}
      {unknownCount > 0 && <p className="muted">{describeUnknown(unknownCount)}</p>}
      <div>
        <Button size="small" onClick={onChange}>
          {isEmpty ? 'Add photos' : 'Change photos'}
        </Button>
      </div>
    </section>
  )
}
