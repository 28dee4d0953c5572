import { ArrowDownToLineIcon, CheckIcon, TriangleAlertIcon } from 'lucide-react'
import { Suspense, use, useEffect } from 'react'
import { findForeignHost, findForeignLink } from '#src/api/foreign-url.ts'
import type { SavedVideos } from '#src/saved-videos/saved-videos.ts'
import { useVideos } from '#src/saved-videos/use-video-source.ts'
import { Button } from '#src/ui/form/button.tsx'
import { NewTabLink } from '#src/ui/layout/new-tab-link.tsx'
import { useVideoSave, type VideoFiles } from './use-video-save.ts'

/** Under a listing's video: saves the video on this device, or links to it if it is on another site. */
export function SaveVideo(files: VideoFiles) {
  const { url } = files
  const host = findForeignHost(url)
  if (host !== null) return <ForeignVideo url={url} host={host} />
  return (
    <Suspense fallback={PLACE}>
      <OpenedSaveVideo files={files} />
    </Suspense>
  )
}

/** Reserves the space, so that content that loads later causes no shift. */
const PLACE = <div className="save-video" />

function OpenedSaveVideo({ files }: { files: VideoFiles }) {
  const videos = use(useVideos().open())
  if (!videos) return null
  return <SaveVideoControls files={files} videos={videos} />
}

function ForeignVideo({ url, host }: { url: string; host: string }) {
  const link = findForeignLink(url)
  return (
    <div className="save-video">
      <p className="save-video-text page-note">
        {`This video is on ${host}. It cannot be saved on this device.`}
      </p>
      {link && <NewTabLink href={link}>Open video</NewTabLink>}
    </div>
  )
}

function SaveVideoControls({ files, videos }: { files: VideoFiles; videos: SavedVideos }) {
  const { url } = files
  const found = useVideoSave(files, videos)
  useEffect(() => void videos.fetchFacts(url), [videos, url])
  if (!found) return PLACE
  const { step, total, status, act } = found
  const { action, also } = status
  const ToneIcon = status.tone === 'done' ? CheckIcon : TriangleAlertIcon
  return (
    <div className="save-video">
      <div className="save-video-text">
        <p
          className="save-video-line"
          data-tone={status.tone}
          role={status.tone === 'plain' ? undefined : 'status'}
        >
          {status.tone !== 'plain' && <ToneIcon size={16} />}
          <span>{status.message}</span>
        </p>
        {step?.step === 'saving' && (
          <progress
            aria-label="Saving the video"
            max={total ?? undefined}
            value={total === null ? undefined : step.bytes}
          />
        )}
      </div>
      {also && (
        <Button size="small" onClick={() => act(also.does)}>
          {also.label}
        </Button>
      )}
      {/* One button for all actions: it keeps the focus while a video is being saved. */}
      <Button
        size="small"
        icon={action.does === 'save' ? <ArrowDownToLineIcon size={16} /> : undefined}
        onClick={() => act(action.does)}
      >
        {action.label}
      </Button>
    </div>
  )
}
