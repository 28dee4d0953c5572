import { MapPinIcon } from 'lucide-react'
import { VISIT_PLACE_DAYS } from '#src/domain/retention.ts'
import { formatPlace, type VisitPlace } from '#src/domain/visit/visit-place.ts'
import { Button } from '#src/ui/form/button.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { useOwnPlace } from './use-own-place.ts'

/** Adds the place of the person, only if they press for it, and shows it as it is saved. */
export function VisitPlaceField({ place, onPlace }: VisitPlaceFieldProps) {
  const { isAsking, failure, ask } = useOwnPlace(onPlace)
  return (
    <section className="stack" aria-label="Place">
      {place ? (
        <div className="row">
          <p className="row" role="status">
            <MapPinIcon size={16} />
            <span>{`Near ${formatPlace(place)}, to about 100 m`}</span>
          </p>
          <Button size="small" onClick={() => onPlace(null)}>
            Remove my place
          </Button>
        </div>
      ) : (
        <>
          <p className="muted">
            {`Optional. Rounded to about 100 m on this device before it is saved, and forgotten after ${VISIT_PLACE_DAYS} days.`}
          </p>
          <div className="row">
            <Button size="small" icon={<MapPinIcon size={16} />} busy={isAsking} onClick={ask}>
              Add my place
            </Button>
          </div>
        </>
      )}
      <FieldError id="visit-place-failure">{failure}</FieldError>
    </section>
  )
}

interface VisitPlaceFieldProps {
  place: VisitPlace | null
  onPlace: (place: VisitPlace | null) => void
}
