import loadLibheif from 'libheif-js/libheif-wasm/libheif.js'
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { DAMAGED_PHOTO, findPixelFlaw } from '#src/domain/media/photo-rules.ts'

// A worker that decodes one HEIC photo with libheif (LGPL-3.0, docs/third-party.md), so that the page stays responsive.

export type HeicAnswer =
  | { kind: 'decoded'; image: ImageBitmap }
  | { kind: 'refused'; sentence: string }

interface WorkerScope {
  onmessage: ((event: MessageEvent<Uint8Array>) => void) | null
  postMessage(answer: HeicAnswer | null, transfer?: Transferable[]): void
}
const scope = globalThis as object as WorkerScope // the types of this project are those of pages

type Libheif = Awaited<ReturnType<typeof loadLibheif>>

scope.onmessage = async ({ data }) => {
  const libheif = await load()
  if (!libheif) return scope.postMessage(null)
  try {
    const image = await decode(libheif, data)
    scope.postMessage({ kind: 'decoded', image }, [image])
  } catch (error) {
    const sentence = error instanceof HeicRefusal ? error.message : DAMAGED_PHOTO
    console.info('A HEIC photo cannot be decoded.', error)
    scope.postMessage({ kind: 'refused', sentence })
  }
}

/** Null without a network, if the browser has not stored the decoder. */
async function load(): Promise<Libheif | null> {
  try {
    const answer = await fetch(wasmUrl)
    if (!answer.ok) return null
    return await loadLibheif({ wasmBinary: await answer.arrayBuffer() })
  } catch (error) {
    console.info('The decoder of HEIC cannot be loaded.', error)
    return null
  }
}

class HeicRefusal extends Error {}

/** Decodes the primary image: joined from its tiles, turned and mirrored as the file says. */
async function decode(libheif: Libheif, bytes: Uint8Array): Promise<ImageBitmap> {
  const context = libheif.heif_context_alloc()
  const read = libheif.heif_context_read_from_memory(context, bytes)
  if (read.code !== libheif.heif_error_code.heif_error_Ok) throw new Error(read.message)
  const handle = libheif.heif_js_context_get_primary_image_handle(context)
  if (!handle || 'code' in handle) throw new Error('no primary image')
  const width = libheif.heif_image_handle_get_width(handle)
  const height = libheif.heif_image_handle_get_height(handle)
  // Before a pixel is decoded: a file of 1 kB may claim gigabytes.
  const flaw = findPixelFlaw('heic', { width, height })
  if (flaw !== null) throw new HeicRefusal(flaw)
  const decoded = await libheif.heif_js_decode_image2(
    handle,
    libheif.heif_colorspace.heif_colorspace_RGB,
    libheif.heif_chroma.heif_chroma_interleaved_RGBA,
  )
  const channel = decoded.channels?.[0]
  if (!channel) throw new Error('no pixels')
  const pixels = new Uint8ClampedArray(width * height * BYTES)
  for (let row = 0; row < height; row += 1) {
    const from = row * channel.stride
    pixels.set(channel.data.subarray(from, from + width * BYTES), row * width * BYTES)
  }
  return createImageBitmap(new ImageData(pixels, width, height))
}

const BYTES = 4 // red, green, blue and alpha
