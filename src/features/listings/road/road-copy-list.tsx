import './road.css'
import { useEffect, useSyncExternalStore } from 'react'
import type { RoadBatch } from '#src/domain/claim/road-batch.ts'
import { formatBytes } from '#src/domain/format-bytes.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useWifiGate } from '#src/files/use-wifi-gate.ts'
import type { SaveStep } from '#src/saved-videos/save-queue.ts'
import type { SavedVideos } from '#src/saved-videos/saved-videos.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { describeCopies, describeVideos, isWhole, type RoadCopy } from './road-copies.ts'
import { roadWishes } from './road-wishes.ts'
import { useRoadProgress } from './use-road-progress.ts'

/** What is saved of each reserved listing, the size of the videos that are not, and the buttons to save them. */
export function RoadCopyList({ road, left, videos }: RoadCopyListProps) {
  const { progress, saving } = useRoadProgress(road, left)
  const { subscribe, get } = videos ?? NO_VIDEOS
  const { steps, facts } = useSyncExternalStore(subscribe, get)
  const wifi = useWifiGate()
  const nowMs = useNow()
  const { hasVideos, isSaving } = saving
  const missingUrls = left.flatMap(({ id, videoUrl }) =>
    videoUrl && progress?.copies.get(id)?.video === 'missing' ? [videoUrl] : [],
  )
  const missing = [...new Set(missingUrls)] // two listings may have the same video
  const urls = missing.join(' ')
  useEffect(() => {
    if (hasVideos || !videos) return
    for (const url of urls.split(' ')) if (url) void videos.fetchFacts(url)
  }, [videos, urls, hasVideos])
  const isIncomplete = saving.copies.some((copy) => !isWhole(copy, hasVideos))

  return (
    <section className="stack" aria-label="Saved on this device">
      <p role="status">{describeCopies(saving, nowMs)}</p>
      {!videos && missing.length > 0 && <p className="muted">This browser cannot save videos.</p>}
      <div className="row">
        {videos && !hasVideos && missing.length > 0 && (
          <Button onClick={() => roadWishes.wantVideos(road.batchId)}>
            {`Save ${describeVideos(missing.map((url) => facts.get(url)?.bytes ?? null))}`}
          </Button>
        )}
        {isIncomplete && !isSaving && saving.trouble !== 'offline' && (
          <Button onClick={roadWishes.tryAgain}>Try again</Button>
        )}
      </div>
      {videos && wifi.isOffered && (
        <Checkbox
          label="Only over Wi-Fi"
          checked={wifi.isWifiOnly}
          onChange={({ target }) => wifi.choose(target.checked)}
        />
      )}
      <ul className="road-list">
        {left.map(({ id, name, videoUrl }) => (
          <li key={id}>
            <span className="road-name">{displayName(name)}</span>
            <span className="muted">
              {describeCopy(progress?.copies.get(id), steps.get(videoUrl ?? ''), hasVideos)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export interface RoadCopyListProps {
  road: RoadBatch
  /** The reserved listings without a decision. */
  left: readonly Listing[]
  /** Null if this browser cannot save videos. */
  videos: SavedVideos | null
}

const NOTHING: ReturnType<SavedVideos['get']> = {
  videos: null,
  steps: new Map(),
  facts: new Map(),
  limit: null,
}
const NO_VIDEOS = { subscribe: () => () => {}, get: () => NOTHING }

function describeCopy(
  copy: RoadCopy | undefined,
  step: SaveStep | undefined,
  hasVideos: boolean,
): string {
  if (step?.step === 'saving') {
    const total = step.total === null ? '' : ` of ${formatBytes(step.total)}`
    return `Video: ${formatBytes(step.bytes)}${total}`
  }
  if (!copy) return ''
  if (copy.content === 'missing') return 'Not saved yet'
  if (copy.photos === 'missing') return 'Photos missing'
  if (copy.video === 'missing') return hasVideos ? 'Video missing' : 'Saved without its video'
  return copy.video === 'foreign' ? 'Saved, video on another site' : 'Saved'
}
