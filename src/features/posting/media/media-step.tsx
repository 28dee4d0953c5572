import { CameraIcon, ImagePlusIcon, VideoIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_PHOTOS, MAX_VIDEOS } from '#src/domain/media/media-limits.ts'
import { useWifiGate } from '#src/files/use-wifi-gate.ts'
import { isHeldBack } from '#src/outbox/kinds/posting/files/shown-upload.ts'
import { FilePicker } from '#src/ui/form/file-picker.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { describeUnknown, labelFiles, summariseUploads } from './media-words.ts'
import { PendingTile } from './pending-tile.tsx'
import { StoredTile } from './stored-tile.tsx'
import { UnfinishedFiles } from './unfinished-files.tsx'
import { UploadNotices } from './upload-notices.tsx'
import { useFileChoice } from './use-file-choice.ts'
import type { ListingMediaState } from './use-listing-media.ts'
import './media-step.css'

const ICON_PX = 16
const PHOTO_TYPES = 'image/*'
const VIDEO_TYPES = 'video/*' // what a video is, its bytes say: cameras write MOV and 3GP with H.264 in them

/** The step of the wizard for photos and a video. */
export function MediaStep({
  state,
  error,
}: {
  state: ListingMediaState
  error?: string | undefined
}) {
  const { stored, pending, queue, count } = state
  const choice = useFileChoice(state)
  const wifi = useWifiGate()
  const listRef = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ id: string; by: -1 | 1 } | null>(null)
  const labels = labelFiles(stored)
  const isFull = count('photo') >= MAX_PHOTOS
  const held = wifi.isOpen ? [] : pending.filter(isHeldBack)
  const moving = pending.filter((upload) => !held.includes(upload))
  const summary = summariseUploads(moving, choice.preparing)

  useEffect(() => {
    // Restores the focus, which a moved element loses. The move is complete when `stored` has the new order.
    if (!moved || stored.length === 0) return
    const tile = listRef.current?.querySelector(`[data-media="${moved.id}"]`)
    const same = tile?.querySelector<HTMLButtonElement>(`[data-move="${moved.by}"]:enabled`)
    ;(same ?? tile?.querySelector<HTMLButtonElement>('[data-move]:enabled'))?.focus()
  }, [moved, stored])

  return (
    <section className="stack" aria-label="Photos and video">
      <p className="muted">
        Up to {MAX_PHOTOS} photos and a video of 10 seconds to 3 minutes. Buyers see the first photo
        first. We remove the location from your photos.
      </p>
      {error && <Notice tone="negative">{error}</Notice>}
      <div className="row">
        <FilePicker
          icon={<CameraIcon size={ICON_PX} />}
          accept={PHOTO_TYPES}
          isCamera
          isDisabled={isFull}
          onChoose={(files) => void choice.choosePhotos(files)}
        >
          Take a photo
        </FilePicker>
        <FilePicker
          icon={<ImagePlusIcon size={ICON_PX} />}
          accept={PHOTO_TYPES}
          multiple
          isDisabled={isFull}
          onChoose={(files) => void choice.choosePhotos(files)}
        >
          Choose photos
        </FilePicker>
        <FilePicker
          icon={<VideoIcon size={ICON_PX} />}
          accept={VIDEO_TYPES}
          isDisabled={choice.isReading || count('video') >= MAX_VIDEOS}
          onChoose={([file]) => file && void choice.chooseVideo(file)}
        >
          Choose a video
        </FilePicker>
      </div>
      {wifi.isOffered && (
        <Switch
          label="Upload on Wi-Fi only"
          hint="On this device. Photos and videos wait while it uses mobile data."
          isOn={wifi.isWifiOnly}
          onSwitch={wifi.choose}
        />
      )}
      <UploadNotices
        isPageNeeded={state.isPageNeeded}
        isWaitingForWifi={held.length > 0}
        isOffline={state.isOffline}
        flaws={choice.flaws}
        onSendNow={wifi.sendNow}
      />
      {pending.some(({ isTooMany }) => isTooMany) && <UnfinishedFiles queue={queue} />}
      <p role="status" className="muted">
        {choice.isReading ? 'Reading the video.' : summary}
      </p>
      {pending.some(({ step }) => step === 'compressing') && (
        <p className="muted">
          You can go on with your listing. If the phone pauses this page, compressing goes on when
          you come back.
        </p>
      )}
      {state.unknownCount > 0 && <p className="muted">{describeUnknown(state.unknownCount)}</p>}
      <ol className="row" ref={listRef}>
        {stored.map((file, index) => (
          <StoredTile
            key={file.id}
            file={file}
            label={labels[index] ?? ''}
            isFirst={index === 0}
            isLast={index === stored.length - 1}
            onMove={(by) => {
              setMoved({ id: file.id, by })
              state.move(file.id, by)
            }}
            onDrop={(id) => state.moveTo(id, file.id)}
            onRemove={() => void state.remove(file.id)}
          />
        ))}
        {pending.map((upload) => (
          <PendingTile key={upload.id} upload={upload} queue={queue} />
        ))}
      </ol>
    </section>
  )
}
