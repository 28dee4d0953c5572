import {
  BufferSource,
  BufferTarget,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { readFilmed } from '#tests/support/media/odd-videos.ts'

const FILLER_NAL = 12 // H.264, table 7-1: data that players skip
const LOOPS = 12 // of 12 seconds, so that the video is not longer than the longest allowed

/** A valid video of 144 seconds and a few million bytes more than `bytes`: one of 12 seconds, again and again, with filler in each picture. */
export async function makeLongVideo(bytes: number): Promise<Buffer> {
  const input = new Input({ formats: [MP4], source: new BufferSource(readFilmed()) })
  const track = await input.getPrimaryVideoTrack()
  if (!track?.codec) throw new Error('The filmed video has no pictures.')
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  const seconds = await input.computeDuration()
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource(track.codec)
  output.addVideoTrack(source)
  await output.start()
  const filler = makeFiller(Math.floor(bytes / LOOPS / packets.length))
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined
  for (let loop = 0; loop < LOOPS; loop += 1)
    for (const packet of packets) {
      const data = Buffer.concat([packet.data, filler])
      const timestamp = packet.timestamp + loop * seconds
      await source.add(packet.clone({ data, timestamp }), { decoderConfig })
    }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

function makeFiller(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, 0xff)
  content[0] = FILLER_NAL
  content[bytes - 1] = 0x80
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return Buffer.concat([length, content])
}
