import { ArrowDownToLineIcon, CheckIcon, LoaderCircleIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { findForeignHost } from '#src/api/foreign-url.ts'
import type { SavedVideos } from '#src/saved-videos/saved-videos.ts'
import { useVideos } from '#src/saved-videos/use-video-source.ts'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import './save-toggle.css'
import { useVideoSave, type VideoFiles } from './use-video-save.ts'

/**
 * The button in a corner of a card's video: saves the video on this device, or removes it. Not
 * shown for a video that cannot be saved; the listing's details explain why.
 */
export function SaveToggle(files: VideoFiles) {
  const videos = useVideos()
  // React's `use` would suspend each new card, and the keys of review mode do nothing while a card is suspended.
  const [opened, setOpened] = useState<SavedVideos | null>(videos.findOpened)
  useEffect(() => {
    let isOver = false
    videos.open().then(
      (found) => {
        if (!isOver) setOpened(found)
      },
      (error: unknown) => console.warn('Videos cannot be saved on this device.', error),
    )
    return () => {
      isOver = true
    }
  }, [videos])
  if (!opened || findForeignHost(files.url) !== null) return null
  return <ReadyToggle files={files} videos={opened} />
}

function ReadyToggle({ files, videos }: { files: VideoFiles; videos: SavedVideos }) {
  const found = useVideoSave(files, videos)
  if (!found) return null
  const { saved, step, status, act } = found
  const { action, tone, message } = status
  const isSaving = action.does === 'cancel'
  const hasRemovedOthers = saved !== null && step?.step === 'done' && step.outgoing > 0
  const label = saved ? 'Saved for offline' : 'Save for offline'
  const SavedIcon = saved ? CheckIcon : ArrowDownToLineIcon
  return (
    <div className="save-toggle">
      <IconButton
        label={isSaving ? action.label : label}
        icon={
          isSaving ? <LoaderCircleIcon className="spinner" size={18} /> : <SavedIcon size={18} />
        }
        aria-pressed={saved !== null}
        onClick={() => act(action.does)}
      />
      {(isSaving || tone === 'trouble' || hasRemovedOthers) && (
        <p className="save-toggle-text" role={isSaving ? undefined : 'status'}>
          {message}
        </p>
      )}
    </div>
  )
}
