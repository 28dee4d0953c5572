import { Suspense, use, useState, useSyncExternalStore } from 'react'
import { formatBytes } from '#src/domain/format-bytes.ts'
import { groupIndian } from '#src/domain/money.ts'
import { sumBytes } from '#src/domain/saved-video.ts'
import type { SavedVideos } from '#src/saved-videos/saved-videos.ts'
import { useVideos } from '#src/saved-videos/use-video-source.ts'
import { useSession } from '#src/session/use-session.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Details } from '#src/ui/record/details.tsx'

/** The number and the size of the videos saved on this device. End users save none. */
export function SavedVideosSection() {
  const isOperator = useSession()?.isOperator ?? false
  if (!isOperator) return null
  return (
    <Suspense fallback={null}>
      <OpenedSection />
    </Suspense>
  )
}

function OpenedSection() {
  const videos = use(useVideos().open())
  return videos && <SavedVideoList saved={videos} />
}

function SavedVideoList({ saved }: { saved: SavedVideos }) {
  const { videos, limit } = useSyncExternalStore(saved.subscribe, saved.get)
  const [isAsking, setIsAsking] = useState(false)
  if (videos === null || limit === null) return null
  const room = formatBytes(limit)
  const used = formatBytes(sumBytes(videos))
  return (
    <section className="section">
      <h3 className="section-title">Videos for offline review</h3>
      <Details
        facts={[
          [
            'Saved videos',
            videos.length === 0
              ? `None of ${room}`
              : `${groupIndian(videos.length)} · ${used} of ${room}`,
          ],
        ]}
      />
      <p className="page-note">
        {videos.length === 0
          ? "Save a listing's video in review or from its details. It is then played without a network."
          : 'When there is no more room, the least recently used goes out first. Signing out removes all of them.'}
      </p>
      {videos.length > 0 && (
        <div>
          <Button size="small" onClick={() => setIsAsking(true)}>
            Remove all
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        title={videos.length === 1 ? 'Remove the saved video?' : 'Remove all saved videos?'}
        confirmLabel="Remove"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          void saved.removeAll()
        }}
      >
        <p>They can be saved again with a connection.</p>
      </ConfirmDialog>
    </section>
  )
}
