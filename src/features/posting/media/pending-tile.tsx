import { FastForwardIcon, RotateCwIcon, TrashIcon, VideoIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ShownUpload } from '#src/outbox/kinds/posting/files/shown-upload.ts'
import type { UploadQueue } from '#src/outbox/kinds/posting/files/upload-queue.ts'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { describeStep, findShare } from './media-words.ts'
import { TILE_SIZE } from './tile-size.ts'

const ICON_PX = 18

/** A file that is not on the server yet, with the progress of its upload. */
export function PendingTile({ upload, queue }: { upload: ShownUpload; queue: UploadQueue }) {
  const { id, kind, name, step, problem } = upload
  return (
    <li className="card photo-tile" data-step={step}>
      {kind === 'photo' ? (
        <Preview id={id} queue={queue} />
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

/** Drawn on a canvas, because the content security policy allows no images from the device. */
function Preview({ id, queue }: { id: string; queue: UploadQueue }) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    drawInto(canvasRef.current, () => queue.readFile(id)).catch((error: unknown) => {
      console.warn('A photo has no preview.', error)
    })
  }, [id, queue])
  return <canvas ref={canvasRef} {...TILE_SIZE} />
}

async function drawInto(canvas: HTMLCanvasElement | null, read: () => Promise<Blob | null>) {
  const file = await read()
  if (!canvas || !file) return
  const image = await createImageBitmap(file)
  const { width: tileWidth, height: tileHeight } = TILE_SIZE
  const scale = Math.max(tileWidth / image.width, tileHeight / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  canvas
    .getContext('2d')
    ?.drawImage(image, (tileWidth - width) / 2, (tileHeight - height) / 2, width, height)
  image.close()
}
