import { CameraIcon, TrashIcon } from 'lucide-react'
import { countNoun } from '#src/domain/money.ts'
import { VISIT_PHOTO_DAYS } from '#src/domain/retention.ts'
import { MOST_VISIT_PHOTOS } from '#src/domain/visit/visit.ts'
import { Button } from '#src/ui/form/button.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { FilePicker } from '#src/ui/form/file-picker.tsx'
import { DevicePhoto } from '#src/ui/media/device-photo.tsx'
import { PHOTO_SIZE } from './photo-size.ts'
import type { VisitPhotosState } from './use-visit-photos.ts'

/** The photos of a visit: a phone offers its camera beside its files. */
export function VisitPhotosField({ state, onChoose }: VisitPhotosFieldProps) {
  const { photos, preparing, flaws, isFull, isPageNeeded, read, remove } = state
  return (
    <section className="stack" aria-label="Photos">
      <p className="muted">
        {`Optional, up to ${MOST_VISIT_PHOTOS}. Their location is removed on this device before they are kept. The team alone sees them, for ${VISIT_PHOTO_DAYS} days.`}
      </p>
      <div className="row">
        <FilePicker
          icon={<CameraIcon size={16} />}
          accept="image/*"
          multiple
          isDisabled={isFull}
          onChoose={onChoose}
        >
          Add photos
        </FilePicker>
        <p className="muted" role="status">
          {describeCount(photos.length, preparing)}
        </p>
      </div>
      {photos.length > 0 && (
        <ul className="row" aria-label="Photos of this visit">
          {photos.map(({ id }, index) => {
            const label = `Photo ${index + 1} of ${photos.length}`
            return (
              <li key={id} className="stack">
                <DevicePhoto id={id} read={read} label={label} {...PHOTO_SIZE} />
                <Button
                  size="small"
                  icon={<TrashIcon size={16} />}
                  aria-label={`Remove ${label.toLowerCase()}`}
                  onClick={() => remove(id)}
                >
                  Remove
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {isPageNeeded && (
        <p role="status">
          This device has no room for all photos. Keep this page open until the visit is sent.
        </p>
      )}
      <div role="status">
        <FieldError id="visit-photo-flaws">{flaws.join(' ') || null}</FieldError>
      </div>
    </section>
  )
}

interface VisitPhotosFieldProps {
  state: VisitPhotosState
  onChoose: (files: File[]) => void
}

function describeCount(count: number, preparing: number): string {
  if (preparing > 0) return `Preparing ${preparing === 1 ? 'a photo' : `${preparing} photos`}.`
  return count === 0 ? '' : `${countNoun(count, 'photo')} added.`
}
