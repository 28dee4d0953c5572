// Copies pictures and sound of a video into a new MP4 file, without encoding them again. Nothing else of the file gets
// there: no place of recording in any box, no other tracks, no bytes between or behind the boxes. The original stays as
// it is, so a repeat after a crash gives the same file.

import { type FileHandle, open } from 'node:fs/promises'
import { FilePathSource, FilePathTarget } from 'mediabunny'
import { findBoxes, readTopLevel } from '#src/domain/media/mp4-boxes.ts'
import {
  isReadFailure,
  type OpenSource,
  openVideoSource,
  readVideo,
} from '#src/domain/media/video-reading.ts'
import { remuxVideo } from '#src/domain/media/video-remux.ts'
import {
  DAMAGED_VIDEO,
  findOriginalFlaw,
  findVideoFlaw,
  type VideoFacts,
} from '#src/domain/media/video-rules.ts'
import { MediaRefusal } from './media-refusal.ts'
import { requireSoundTables } from './video-table-check.ts'

/** Small parts: the memory is for the frames that are on their way, which are large in videos of few seconds. */
const MAX_CACHE_BYTES = 2_000_000
const WRITING = { chunked: true, chunkSize: 1_000_000 }
const HELD_S = 5 // the writer collects half a second of each track; the rest waits for the garbage collector

function openFile(path: string): FilePathSource {
  return new FilePathSource(path, { maxCacheSize: MAX_CACHE_BYTES })
}

/**
 * Runs in a parser process. Yields what the video is. @throws MediaRefusal for one that is damaged, incomplete or not to
 * be published
 */
export async function* rewriteVideo(
  { path, newPath }: { path: string; newPath: string },
  requireMemory: (bytes: number) => void,
): AsyncGenerator<VideoFacts, void, void> {
  let indexBytes = 0
  const facts = await requireVideo(path, async () => {
    indexBytes = await requireSoundTables(path)
    requireMemory(indexBytes)
    return openFile(path)
  })
  requireMemory(indexBytes + (facts.bytes / facts.seconds) * HELD_S)
  const input = openVideoSource(openFile(path))
  try {
    await remuxVideo(input, { target: new FilePathTarget(newPath, WRITING) })
  } catch (cause) {
    if (isReadFailure(cause)) throw cause
    throw new MediaRefusal(DAMAGED_VIDEO, { cause })
  } finally {
    input.dispose()
  }
  await eraseTimes(newPath)
  yield facts
}

async function requireVideo(path: string, openSource: OpenSource): Promise<VideoFacts> {
  const file = await open(path, 'r')
  try {
    const reading = await readVideo(await readParts(file), openSource)
    if (reading.kind === 'refused')
      throw new MediaRefusal(reading.sentence, { cause: reading.cause })
    const flaw = findVideoFlaw(reading.facts) ?? findOriginalFlaw(reading.facts)
    if (flaw !== null) throw new MediaRefusal(flaw)
    return reading.facts
  } finally {
    await file.close()
  }
}

async function readParts(file: FileHandle) {
  const { size } = await file.stat()
  return {
    size,
    async read(start: number, bytes: number): Promise<Uint8Array> {
      const length = Math.max(0, Math.min(bytes, size - start))
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      return buffer.subarray(0, bytesRead)
    },
  }
}

/** Where the three kinds of boxes with times are in an index, and how many bytes a time has by the box's version. */
const TIMED_BOXES = [['mvhd'], ['trak', 'tkhd'], ['trak', 'mdia', 'mdhd']]
const TIME_BYTES = [4, 8]

/** Zeros when the file was made, which the library writes: a repeat gives the same bytes. */
async function eraseTimes(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const reader = await readParts(file)
    const { boxes } = await readTopLevel(reader)
    const moov = boxes.find(({ type }) => type === 'moov')
    if (!moov) throw new Error('the library wrote no index')
    const bytes = await reader.read(moov.from, moov.to - moov.from)
    const index = { ...moov, from: 0, to: bytes.length }
    for (const box of TIMED_BOXES.flatMap((names) => findBoxes(bytes, index, names))) {
      const times = box.from + 4 // behind version and flags
      bytes.fill(0, times, times + 2 * (TIME_BYTES[bytes[box.from] ?? 0] ?? 0))
    }
    await file.write(bytes, 0, bytes.length, moov.from)
  } finally {
    await file.close()
  }
}
