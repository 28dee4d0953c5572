import { FastForwardIcon, RotateCwIcon, TrashIcon, VideoIcon } from 'lucide-react'
import type { ShownUpload } from '#src/outbox/kinds/posting/files/shown-upload.ts'
import type { UploadQueue } from '#src/outbox/kinds/posting/files/upload-queue.ts'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { DevicePhoto } from '#src/ui/media/device-photo.tsx'
import { describeStep, findShare } from './media-words.ts'
import { TILE_SIZE } from './tile-size.ts'

const ICON_PX = 18

/** A file that is not on the server yet, with the progress of its upload. */
export function PendingTile({ upload, queue }: { upload: ShownUpload; queue: UploadQueue }) {
  const { id, kind, name, step, problem } = upload
  return (
    <li className="card photo-tile" data-step={step}>
      {kind === 'photo' ? (
        <DevicePhoto id={id} read={queue.readFile} {...TILE_SIZE} />
      ) : (
        <VideoIcon className="muted" {...TILE_SIZE} />
      )}
      <div className="muted">
        <p>{problem ?? describeStep(upload)}</p>
        {problem === null && (
          <progress className="posting-progress" aria-label={name} value={findShare(upload)} />
        )}
      </div>
      <div>
        {step === 'refused' && (
          <IconButton
            label={`Try ${name} again`}
            icon={<RotateCwIcon size={ICON_PX} />}
            onClick={() => void queue.retry(id)}
          />
        )}
        {step === 'compressing' && (
          <IconButton
            label={`Send ${name} without compressing`}
            icon={<FastForwardIcon size={ICON_PX} />}
            onClick={() => queue.skipCompression(id)}
          />
        )}
        <IconButton
          label={`Remove ${name}`}
          icon={<TrashIcon size={ICON_PX} />}
          onClick={() => void queue.remove(id)}
        />
      </div>
    </li>
  )
}
