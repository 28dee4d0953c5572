import { useEffect, useRef, useState } from 'react'
import { onApiHost } from '#src/config/settings.ts'

/** A photo or, if it cannot be loaded, its saved copy. */
export function KeptPhoto({ src, alt, copy }: KeptPhotoProps) {
  const [isFailed, setFailed] = useState(false)
  if (isFailed && copy) return <PhotoCopy bytes={copy} alt={alt} />
  return <img src={onApiHost(src) ?? ''} alt={alt} onError={() => setFailed(true)} />
}

interface KeptPhotoProps {
  src: string | null
  alt: string
  /** The saved file of the photo, or of a smaller version. */
  copy: ArrayBuffer | undefined
}

/** Drawn on a canvas, because the content security policy allows no images from the device. */
export function PhotoCopy({ bytes, alt }: { bytes: ArrayBuffer | Blob; alt: string }) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    drawInto(canvasRef.current, bytes).catch((error: unknown) => {
      console.warn('A saved photo cannot be shown.', error)
    })
  }, [bytes])
  return <canvas ref={canvasRef} role="img" aria-label={alt} />
}

async function drawInto(
  canvas: HTMLCanvasElement | null,
  bytes: ArrayBuffer | Blob,
): Promise<void> {
  const image = await createImageBitmap(new Blob([bytes]))
  if (canvas) {
    canvas.width = image.width
    canvas.height = image.height
    canvas.getContext('2d')?.drawImage(image, 0, 0)
  }
  image.close()
}
