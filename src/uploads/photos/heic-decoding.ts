import { readBytes } from '#src/uploads/readable-file.ts'
import type { HeicAnswer } from './heic-worker.ts'
import { UnreadablePhoto } from './unreadable-photo.ts'

// Decodes HEIC in browsers that cannot, with libheif as WebAssembly in a worker. Worker and decoder are loaded with the
// first such photo, and end with it: the decoder's memory does not shrink.

const MAX_HEIC_BYTES = 60_000_000 // a photo of 50 megapixels has 5 to 15 MB
const MAX_MS = 60_000 // 12 megapixels take two seconds on a slow phone

const NOT_LOADED =
  'This browser needs a part of the app to read HEIC, and it could not be loaded. Choose the photo again when you are online, or choose a JPEG.'
const TOO_SLOW =
  'This device is too slow to read this HEIC photo. Save it as JPEG, and choose that.'
const TOO_LARGE = 'This HEIC photo is too large to read here. Save it as JPEG, and choose that.'

/** @throws UnreadablePhoto, UnreadableFile */
export async function decodeHeic(file: Blob): Promise<ImageBitmap> {
  if (file.size > MAX_HEIC_BYTES) throw new UnreadablePhoto(TOO_LARGE)
  const bytes = await readBytes(file)
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    type: 'module',
    name: 'heic',
  })
  try {
    const answer = await ask(worker, bytes)
    if (answer.kind === 'refused') throw new UnreadablePhoto(answer.sentence)
    return answer.image
  } finally {
    worker.terminate()
  }
}

function ask(worker: Worker, bytes: Uint8Array): Promise<HeicAnswer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ kind: 'refused', sentence: TOO_SLOW }), MAX_MS)
    const end = (answer: HeicAnswer) => {
      clearTimeout(timer)
      resolve(answer)
    }
    worker.onmessage = ({ data }: MessageEvent<HeicAnswer | null>) =>
      end(data ?? { kind: 'refused', sentence: NOT_LOADED })
    worker.onerror = (event) => {
      event.preventDefault() // the person reads what happened
      console.info('The decoder of HEIC stopped.', event.message)
      end({ kind: 'refused', sentence: NOT_LOADED })
    }
    worker.postMessage(bytes, [bytes.buffer])
  })
}
