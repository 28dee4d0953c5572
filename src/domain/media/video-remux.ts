import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  type InputTrack,
  Mp4OutputFormat,
  Output,
  type Target,
} from 'mediabunny'
import { DamagedBoxes } from './mp4-boxes.ts'
import { findPlayedTracks, type PlayedTracks } from './video-reading.ts'

// Writes the pictures and the sound of a video into a new MP4 file, without encoding them again. Everything else stays
// behind: other tracks, metadata such as the place of recording, and bytes that belong to nothing.

export interface RemuxRun {
  target: Target
  signal?: AbortSignal
}

/**
 * The index comes first, so that a player begins before it has the whole file. Needs memory for the index and a few
 * frames, not for the video. @throws errors for damaged videos
 */
export async function remuxVideo(input: Input, { target, signal }: RemuxRun): Promise<void> {
  const tracks = await findPlayedTracks(input)
  if (!tracks) throw new DamagedBoxes('no picture track')
  const format = new Mp4OutputFormat({ fastStart: 'reserve' })
  const output = new Output({ format, target })
  try {
    const copies = [await addPictures(output, tracks), await addSound(output, tracks)]
    await output.start()
    await copyInTurn(
      copies.flatMap((copy) => copy ?? []),
      signal,
    )
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  }
}

interface TrackCopy {
  packets: AsyncIterator<EncodedPacket>
  add(packet: EncodedPacket): Promise<void>
}

/**
 * Marks of key frames are kept as the file has them, with two exceptions that the library demands: the first picture has
 * one, and a picture that is shown before an earlier one has none.
 */
async function addPictures(output: Output, { video }: PlayedTracks): Promise<TrackCopy> {
  const codec = await video.getCodec()
  const decoderConfig = await video.getDecoderConfig()
  if (codec === null || decoderConfig === null) throw new DamagedBoxes('an unknown codec')
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, {
    transformationMatrix: await video.getTransformationMatrix(),
    maximumPacketCount: await countPackets(video),
  })
  let latest: number | null = null
  return {
    packets: new EncodedPacketSink(video).packets(),
    add: (packet) => {
      const type = latest === null ? 'key' : packet.timestamp < latest ? 'delta' : packet.type
      latest = Math.max(latest ?? packet.timestamp, packet.timestamp)
      return source.add(type === packet.type ? packet : packet.clone({ type }), { decoderConfig })
    },
  }
}

async function addSound(output: Output, { audio }: PlayedTracks): Promise<TrackCopy | null> {
  if (!audio) return null
  const codec = await audio.getCodec()
  const decoderConfig = await audio.getDecoderConfig()
  if (codec === null || decoderConfig === null) throw new DamagedBoxes('an unknown codec')
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source, { maximumPacketCount: await countPackets(audio) })
  return {
    packets: new EncodedPacketSink(audio).packets(),
    add: (packet) => source.add(packet, { decoderConfig }),
  }
}

async function countPackets(track: InputTrack): Promise<number> {
  return (await track.computePacketStats()).packetCount
}

/** Copies the packet that comes first in time, so that a player finds pictures and sound side by side. */
async function copyInTurn(copies: readonly TrackCopy[], signal?: AbortSignal): Promise<void> {
  const turns = await Promise.all(
    copies.map(async (copy) => ({ copy, next: await copy.packets.next() })),
  )
  for (;;) {
    signal?.throwIfAborted()
    const waiting = turns.filter(({ next }) => !next.done)
    const [turn] = waiting.sort((a, b) => a.next.value.timestamp - b.next.value.timestamp)
    if (!turn) return
    await turn.copy.add(turn.next.value)
    turn.next = await turn.copy.packets.next()
  }
}
