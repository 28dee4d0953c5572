import { RotateCwIcon, TrashIcon, VideoIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import type { ShownUpload, UploadQueue } from '#src/uploads/upload-queue.ts'
import { TILE_SIZE } from './tile-size.ts'

const ICON_PX = 18

const STEPS: Readonly<Record<ShownUpload['step'], string>> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  checking: 'Checking',
  done: 'Done',
  refused: 'Not accepted',
}

/** A file on its way to the server. */
export function PendingTile({ upload, queue }: { upload: ShownUpload; queue: UploadQueue }) {
  const { id, kind, name, bytes, sentBytes, step, problem } = upload
  return (
    <li className="card photo-tile" data-step={step}>
      {kind === 'photo' ? (
        <Preview id={id} queue={queue} />
      ) : (
        <VideoIcon className="muted" {...TILE_SIZE} />
      )}
      <div className="muted">
        <p>
          {problem ??
            (step === 'sending' ? `Uploading, ${percent(sentBytes, bytes)} %` : STEPS[step])}
        </p>
        {problem === null && (
          <progress className="posting-progress" aria-label={name} value={sentBytes} max={bytes} />
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
        <IconButton
          label={`Remove ${name}`}
          icon={<TrashIcon size={ICON_PX} />}
          onClick={() => void queue.remove(id)}
        />
      </div>
    </li>
  )
}

/** Drawn, because the page may show pictures of the server only. */
function Preview({ id, queue }: { id: string; queue: UploadQueue }) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    void drawInto(canvasRef.current, () => queue.readFile(id))
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

export function percent(sentBytes: number, bytes: number): number {
  return bytes === 0 ? 0 : Math.floor((sentBytes / bytes) * 100)
}
