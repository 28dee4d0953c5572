import { decodeHeic } from '#src/files/photos/heic-decoding.ts'

export interface HeicTime {
  width: number
  height: number
  tookMs: number
}

/** Measures how long it takes to decode a HEIC photo, given as base64, with the time to load the decoder. */
export async function measureHeic(base64: string): Promise<HeicTime> {
  const file = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))])
  const startedAt = performance.now()
  const { width, height } = await decodeHeic(file)
  return { width, height, tookMs: performance.now() - startedAt }
}
