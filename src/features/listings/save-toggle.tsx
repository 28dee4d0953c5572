import { Suspense, use } from 'react'
import { findForeignHost } from '#src/api/foreign-address.ts'
import type { SavedVideos } from '#src/sync/saved-videos.ts'
import { useSyncParts } from '#src/sync/use-sync.ts'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import './save-toggle.css'
import { useVideoKeeping } from './use-video-keeping.ts'

/** In a corner of a card's video: saves it on this device and removes it. The details say why one cannot be saved. */
export function SaveToggle({ url }: { url: string }) {
  if (findForeignHost(url) !== null) return null
  return (
    <Suspense fallback={null}>
      <OpenedSaveToggle url={url} />
    </Suspense>
  )
}

function OpenedSaveToggle({ url }: { url: string }) {
  const videos = use(useSyncParts().videos.open())
  return videos && <ReadyToggle url={url} videos={videos} />
}

function ReadyToggle({ url, videos }: { url: string; videos: SavedVideos }) {
  const found = useVideoKeeping(url, videos)
  if (!found) return null
  const { saved, step, keeping, act } = found
  const { action, tone, words } = keeping
  const isSaving = action.does === 'cancel'
  const hasRemovedOthers = saved !== null && step?.step === 'done' && step.outgoing > 0
  const label = saved ? 'Saved for offline' : 'Save for offline'
  const icon = saved ? 'check' : 'install'
  return (
    <div className="save-toggle">
      <IconButton
        label={isSaving ? action.label : label}
        icon={<Icon name={isSaving ? 'spinner' : icon} />}
        aria-pressed={saved !== null}
        onClick={() => act(action.does)}
      />
      {(isSaving || tone === 'trouble' || hasRemovedOthers) && (
        <p className="save-toggle-words" role={isSaving ? undefined : 'status'}>
          {words}
        </p>
      )}
    </div>
  )
}
