import { useEffect, useRef } from 'react'

/** A photo that this device keeps, in a tile. Drawn on a canvas, because the content security policy allows no images from the device. */
export function DevicePhoto({ id, read, width, height, label }: DevicePhotoProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    drawInto(canvasRef.current, () => read(id)).catch((error: unknown) => {
      console.warn('A photo has no preview.', error)
    })
  }, [id, read])
  return (
    <canvas
      ref={canvasRef}
      width={width}
      height={height}
      {...(label !== undefined && { role: 'img', 'aria-label': label })}
    />
  )
}

export interface DevicePhotoProps {
  id: string
  /** Null if the device has lost the photo. */
  read: (id: string) => Promise<Blob | null>
  /** In CSS pixels. */
  width: number
  height: number
  /** Absent: for sighted people alone, beside a text. */
  label?: string
}

async function drawInto(canvas: HTMLCanvasElement | null, read: () => Promise<Blob | null>) {
  const file = await read()
  if (!canvas || !file) return
  const image = await createImageBitmap(file)
  const scale = Math.max(canvas.width / image.width, canvas.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  canvas
    .getContext('2d')
    ?.drawImage(image, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height)
  image.close()
}
