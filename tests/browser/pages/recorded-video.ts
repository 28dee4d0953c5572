import type { BrowserContext } from 'playwright-core'
import { makeInStudio, type Studio } from './studio.ts'

// Creates videos like those of a phone, with the browser's H.264 encoder. This Chromium has no AAC encoder, so
// the sound is pre-encoded silence.

/** The location of the recording, in Android's format. */
export const RECORDED_PLACE = '+18.5167+073.8500/'

interface Recording {
  seconds: number
  width: number
  height: number
  framesPerSecond: number
  /** Video bits per second. */
  bitrate: number
}

export function recordVideo(context: BrowserContext, recording: Recording): Promise<Buffer> {
  return makeInStudio(context, (page) =>
    page.evaluate(record, { ...recording, place: RECORDED_PLACE }),
  )
}

/** Runs in the page. Records a pan along a noisy wall and returns the size in bytes. */
async function record(shape: Recording & { place: string }): Promise<number> {
  const studio = globalThis as object as Studio // has the globals that `makeInStudio` sets and reads
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
  studio.made = new Uint8Array(target.buffer ?? new ArrayBuffer(0))
  return studio.made.length
}
