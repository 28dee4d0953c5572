import { readBytes } from '#src/files/readable-file.ts'
import type { HeicAnswer, HeicPartAnswer, HeicShare } from './heic-worker.ts'
import { UnreadablePhoto } from './unreadable-photo.ts'

// Decodes HEIC in browsers that cannot, with libheif as WebAssembly in workers that share the photo's tiles. Workers and
// decoder are loaded with the first such photo, and end with it: the decoder's memory does not shrink.

const MAX_HEIC_BYTES = 60_000_000 // a photo of 50 megapixels has 5 to 15 MB
const MAX_MS = 60_000 // 12 megapixels take three seconds on a slow phone
const MAX_WORKERS = 4 // a phone's fast processors; each worker takes 20 MB and a copy of the file

const NOT_LOADED =
  'This browser needs a part of the app to read HEIC, and it could not be loaded. Choose the photo again when you are online, or choose a JPEG.'
const TOO_SLOW =
  'This device is too slow to read this HEIC photo. Save it as JPEG, and choose that.'
const TOO_LARGE = 'This HEIC photo is too large to read here. Save it as JPEG, and choose that.'

/** @throws UnreadablePhoto, UnreadableFile */
export async function decodeHeic(file: Blob): Promise<ImageBitmap> {
  if (file.size > MAX_HEIC_BYTES) throw new UnreadablePhoto(TOO_LARGE)
  const bytes = await readBytes(file)
  const of = Math.min(navigator.hardwareConcurrency, MAX_WORKERS)
  const workers = Array.from({ length: of }, startWorker)
  const picture = preparePicture()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const shares = workers.map((worker, nth) => decodeShare(worker, { bytes, nth, of }, picture))
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new UnreadablePhoto(TOO_SLOW)), MAX_MS)
    })
    await Promise.race([Promise.all(shares), tooLate])
    return picture.take()
  } finally {
    clearTimeout(timer)
    for (const worker of workers) worker.terminate()
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module', name: 'heic' })
}

/** @throws UnreadablePhoto */
function decodeShare(worker: Worker, share: HeicShare, picture: Picture): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<HeicAnswer>) => {
      if (data.kind === 'end') resolve()
      else if (data.kind === 'refused') reject(new UnreadablePhoto(data.sentence))
      else if (data.kind === 'not-loaded') reject(new UnreadablePhoto(NOT_LOADED))
      else
        try {
          picture.add(data)
        } catch (cause) {
          reject(new UnreadablePhoto(TOO_LARGE, { cause }))
        }
    }
    worker.onerror = (event) => {
      event.preventDefault() // the person reads what happened
      console.info('The decoder of HEIC stopped.', event.message)
      reject(new UnreadablePhoto(NOT_LOADED))
    }
    worker.postMessage(share)
  })
}

type Picture = ReturnType<typeof preparePicture>

/** Joins the parts of a photo, in any order. */
function preparePicture() {
  let canvas: OffscreenCanvas | undefined
  return {
    /** @throws if the browser cannot hold as large a picture */
    add({ photo, part }: HeicPartAnswer): void {
      canvas ??= new OffscreenCanvas(photo.width, photo.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no room for the picture')
      context.putImageData(new ImageData(part.data, part.width, part.height), part.left, part.top)
    },
    /** After the last part. */
    take(): ImageBitmap {
      if (!canvas) throw new Error('a photo without parts')
      return canvas.transferToImageBitmap()
    },
  }
}
