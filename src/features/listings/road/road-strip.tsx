import { Link } from 'react-router-dom'
import { ROAD_REVIEW } from '#src/config/paths.ts'
import type { RoadBatch } from '#src/domain/claim/road-batch.ts'
import { OPENED_HERE } from '#src/ui/address/use-sheet-url.ts'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { describeCopies } from './road-copies.ts'
import { describeRoad, isOver } from './road-words.ts'
import { useRoadListings } from './use-road-listings.ts'
import { useRoadProgress } from './use-road-progress.ts'

/** Over the listings: what the person has taken along, until when, and the way to it. */
export function RoadStrip({ road }: { road: RoadBatch }) {
  const { left } = useRoadListings(road)
  const { saving } = useRoadProgress(road, left)
  const nowMs = useNow()
  return (
    <Notice
      tone={isOver(road.until, nowMs) ? 'caution' : 'accent'}
      action={
        left.length > 0 && (
          <div className="row">
            <Link
              className="button"
              data-variant="secondary"
              data-size="small"
              to={ROAD_REVIEW}
              state={OPENED_HERE}
            >
              {`Review my ${left.length}`}
            </Link>
          </div>
        )
      }
    >
      <span>
        {[describeRoad(road, left.length, nowMs), describeCopies(saving, nowMs)]
          .filter(Boolean)
          .join(' ')}
      </span>
    </Notice>
  )
}
