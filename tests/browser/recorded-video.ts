import { resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'

// Creates videos like those of a phone, with the browser's H.264 encoder. This Chromium has no AAC encoder, so
// the sound is pre-encoded silence.

const STUDIO = 'http://localhost/studio' // encoders need a secure context; the test answers these requests itself
const LIBRARY = resolve('node_modules/mediabunny/dist/bundles/mediabunny.min.mjs')
const PART_BYTES = 6_000_000 // small enough for one debugger message, as base64
/** The location of the recording, in Android's format. */
export const RECORDED_PLACE = '+18.5167+073.8500/'

export interface Recording {
  seconds: number
  width: number
  height: number
  framesPerSecond: number
  /** Video bits per second. */
  bitrate: number
}

/** The page's globals: the library and the recorded bytes. */
interface Studio {
  mediabunny: typeof import('mediabunny')
  recorded: Uint8Array
}

export async function recordVideo(context: BrowserContext, recording: Recording): Promise<Buffer> {
  const page = await context.newPage()
  try {
    await openStudio(page)
    const bytes = await page.evaluate(record, { ...recording, place: RECORDED_PLACE })
    const parts: Buffer[] = []
    for (let from = 0; from < bytes; from += PART_BYTES)
      parts.push(Buffer.from(await page.evaluate(readPart, [from, from + PART_BYTES]), 'base64'))
    return Buffer.concat(parts)
  } finally {
    await page.close()
  }
}

async function openStudio(page: Page): Promise<void> {
  await page.route(`${STUDIO}/**`, (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ path: LIBRARY, contentType: 'text/javascript' })
      : route.fulfill({ body: '<p>studio</p>', contentType: 'text/html' }),
  )
  await page.goto(`${STUDIO}/`)
  await page.addScriptTag({
    type: 'module',
    content: `import * as mediabunny from '${STUDIO}/library.mjs'; Object.assign(window, { mediabunny })`,
  })
  await page.waitForFunction(() => 'mediabunny' in window)
}

/** Runs in the page. Records a pan along a noisy wall and returns the size in bytes. */
async function record(shape: Recording & { place: string }): Promise<number> {
  const studio = globalThis as object as Studio // has the globals that `openStudio` and this function set
  const { mediabunny } = studio
  const { width, height, framesPerSecond, seconds } = shape
  const canvas = new OffscreenCanvas(width, height)
  const wall = new OffscreenCanvas(width + 400, height + 300)
  const [drawn, grain] = [canvas.getContext('2d'), wall.getContext('2d')]
  if (!drawn || !grain) throw new Error('no canvas')
  const pixels = grain.createImageData(wall.width, wall.height)
  for (let at = 0; at < pixels.data.length; at += 4) {
    const [x, y] = [(at / 4) % wall.width, Math.floor(at / 4 / wall.width)]
    const noise = (Math.imul(at, 2_654_435_761) >>> 0) % 40
    pixels.data.set([128 + 80 * Math.sin(x / 40) + noise, 120 + 80 * Math.cos(y / 30), noise], at)
    pixels.data[at + 3] = 255
  }
  grain.putImageData(pixels, 0, 0)

  const target = new mediabunny.BufferTarget()
  // Like phones, writes the index and the location at the end of the file.
  const format = new mediabunny.Mp4OutputFormat({ fastStart: false, metadataFormat: 'udta' })
  const output = new mediabunny.Output({ format, target })
  output.setMetadataTags({ raw: { '©xyz': shape.place }, comment: shape.place })
  const quality = new mediabunny.Quality({ bitrate: shape.bitrate })
  const pictures = new mediabunny.CanvasSource(canvas, { codec: 'avc', quality })
  output.addVideoTrack(pictures, { frameRate: framesPerSecond })
  const sound = new mediabunny.EncodedAudioPacketSource('aac')
  output.addAudioTrack(sound)
  await output.start()
  const silence = new Uint8Array([0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c])
  const packetS = 1024 / 48_000
  const description = new Uint8Array([0x11, 0x90]) // AAC-LC, 48 kHz, stereo
  const decoderConfig = { codec: 'mp4a.40.2', numberOfChannels: 2, sampleRate: 48_000, description }
  let heardS = 0
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    drawn.drawImage(wall, -((frame * 2) % 400), -(frame % 300))
    drawn.fillRect((frame * 7) % width, height / 4, width / 16, height / 5)
    await pictures.add(frame / framesPerSecond, 1 / framesPerSecond)
    for (; heardS <= frame / framesPerSecond; heardS += packetS) {
      const packet = new mediabunny.EncodedPacket(silence, 'key', heardS, packetS)
      await sound.add(packet, { decoderConfig })
    }
  }
  await output.finalize()
  studio.recorded = new Uint8Array(target.buffer ?? new ArrayBuffer(0))
  return studio.recorded.length
}

/** Runs in the page. */
function readPart([from = 0, to = 0]: number[]): string {
  const { recorded } = globalThis as object as Studio // set by `record`
  const pieces: string[] = []
  const pieceBytes = 30_000 // the number of arguments of one call is limited
  for (let at = from; at < Math.min(to, recorded.length); at += pieceBytes)
    pieces.push(String.fromCharCode(...recorded.subarray(at, Math.min(at + pieceBytes, to))))
  return btoa(pieces.join(''))
}
