import { useNavigate } from 'react-router-dom'
import { giveBatchBack } from '#src/api/team/claims-api.ts'
import { ROAD_REVIEW } from '#src/config/paths.ts'
import type { RoadBatch } from '#src/domain/claim/road-batch.ts'
import { useClaimActs } from '#src/features/listings/claims/use-claim-acts.ts'
import { isModalEntry } from '#src/ui/address/modal-history.ts'
import { NEW_VISIT, OPENED_HERE } from '#src/ui/address/use-sheet-url.ts'
import { Button } from '#src/ui/form/button.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { RoadCopyList } from './road-copy-list.tsx'
import { describeRoad } from './road-words.ts'
import { useRoadListings } from './use-road-listings.ts'
import { useSavedVideos } from './use-saved-videos.ts'

const OPENED = { ...OPENED_HERE, ...NEW_VISIT }

/** The reserved listings: until when, how many are left, and what can be done with them. */
export function RoadState({ road, onClose, onGivenBack }: RoadStateProps) {
  const { left } = useRoadListings(road)
  const videos = useSavedVideos()
  const nowMs = useNow()
  const navigate = useNavigate()
  const { act, isBusy, failure } = useClaimActs()

  function review() {
    onClose()
    navigate(ROAD_REVIEW, { replace: isModalEntry(), state: OPENED })
  }

  async function giveBack() {
    if (await act(() => giveBatchBack(road.batchId)))
      onGivenBack('Given back. What you have decided stays decided.')
  }

  return (
    <>
      <p>{describeRoad(road, left.length, nowMs)}</p>
      <FieldError id="give-batch-back-failure">{failure}</FieldError>
      <div className="row">
        {left.length > 0 && (
          <Button variant="primary" onClick={review}>
            {`Review my ${left.length}`}
          </Button>
        )}
        <Button busy={isBusy} onClick={() => void giveBack()}>
          Give the rest back
        </Button>
      </div>
      {videos !== undefined && left.length > 0 && (
        <RoadCopyList road={road} left={left} videos={videos} />
      )}
    </>
  )
}

interface RoadStateProps {
  road: RoadBatch
  onClose: () => void
  /** Called with what was done. */
  onGivenBack: (said: string) => void
}
