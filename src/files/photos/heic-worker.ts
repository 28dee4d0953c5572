import loadLibheif, { type Libheif } from 'libheif-js/libheif-wasm/libheif.js'
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { DAMAGED_PHOTO, findPixelFlaw, type PhotoSize } from '#src/domain/media/photo-rules.ts'
import { type HeicPart, splitPhoto } from './heic-parts.ts'
import { openImage } from './libheif-image.ts'

// A worker that decodes its share of one HEIC photo with libheif (LGPL-3.0, docs/third-party.md), so that the page stays
// responsive and the photo is decoded by several processors.

export interface HeicShare {
  bytes: Uint8Array
  /** Which of how many workers this is. It decodes every `of`th part of the photo. */
  nth: number
  of: number
}

export interface HeicPartAnswer {
  kind: 'part'
  photo: PhotoSize
  part: HeicPart
}

/** Parts come one by one, and then the end. */
export type HeicAnswer =
  | HeicPartAnswer
  | { kind: 'end' }
  | { kind: 'refused'; sentence: string }
  | { kind: 'not-loaded' }

interface WorkerScope {
  onmessage: ((event: MessageEvent<HeicShare>) => void) | null
  postMessage(answer: HeicAnswer, transfer?: Transferable[]): void
}
const scope = globalThis as object as WorkerScope // the types of this project are those of pages

scope.onmessage = async ({ data }) => {
  const libheif = await load()
  if (!libheif) return scope.postMessage({ kind: 'not-loaded' })
  try {
    decodeShare(libheif, data)
    scope.postMessage({ kind: 'end' })
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

function decodeShare(libheif: Libheif, { bytes, nth, of }: HeicShare): void {
  const image = openImage(libheif, bytes)
  const photo = { width: image.width, height: image.height }
  // Before a pixel is decoded: a file of 1 kB may claim gigabytes.
  const flaw = findPixelFlaw('heic', photo)
  if (flaw !== null) throw new HeicRefusal(flaw)
  const parts = splitPhoto(image)
  for (let at = nth; at < parts.count; at += of) {
    const part = parts.decode(at)
    scope.postMessage({ kind: 'part', photo, part }, [part.data.buffer])
  }
}
