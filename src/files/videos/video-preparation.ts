import { ApiError, loadCode } from '#src/api/api-error.ts'
import type { VideoReading } from '#src/domain/media/video-reading.ts'
import { findOriginalFlaw, findVideoFlaw, isPlayable } from '#src/domain/media/video-rules.ts'
import { UnreadableFile } from '#src/files/readable-file.ts'
import type { CompressionRun } from './video-compression.ts'
import { isSmallVideo } from './video-plan.ts'

// Decides which bytes of a chosen video are sent.

export type Prepared =
  /** The compressed or rewritten video, or the original file. */
  | { kind: 'ready'; file: Blob }
  | { kind: 'refused'; sentence: string }
  /** The code for videos could not be loaded. */
  | { kind: 'no-answer' }

/** The module that reads and writes videos. */
export type VideoCode = typeof import('./video-compression.ts')
type LoadVideoCode = () => Promise<VideoCode>

const loadVideoCode: LoadVideoCode = () => loadCode(import('./video-compression.ts'))

/** Why a chosen video cannot be used; null if it can, or if the code that checks it cannot be loaded now. */
export async function checkVideo(file: Blob, load = loadVideoCode): Promise<string | null> {
  const code = await findCode(load)
  if (!code) return null
  const reading = await read(code, file)
  if (reading.kind === 'refused') return reading.sentence
  return (await code.canCompress(reading.facts)) ? null : findOriginalFlaw(reading.facts)
}

/**
 * Compresses a video. If that is needless, fails or is aborted, returns the original, or a copy in a plain MP4 file if
 * the original is something else. Refuses an unusable video.
 */
export async function prepareVideo(
  file: Blob,
  run: CompressionRun,
  load = loadVideoCode,
): Promise<Prepared> {
  const code = await findCode(load)
  if (!code) return { kind: 'no-answer' }
  const reading = await read(code, file)
  if (reading.kind === 'refused') return reading
  const { facts, isPlain } = reading
  if (!isSmallVideo(facts)) {
    const compressed = await orOriginal(run, () => code.compressVideo(file, facts, run))
    if (compressed && (compressed.size < file.size || !isPlayable(facts)))
      return { kind: 'ready', file: compressed }
  }
  const sentence = findOriginalFlaw(facts)
  if (sentence !== null) return { kind: 'refused', sentence }
  // The server rewrites every video. A copy that was made here sends no place of recording, and fewer bytes.
  const rewritten = isPlain
    ? null
    : await orOriginal(run, () => code.rewriteVideo(file, run.signal))
  return { kind: 'ready', file: rewritten ?? file }
}

async function read(code: VideoCode, file: Blob): Promise<VideoReading> {
  try {
    const reading = await code.readVideoFile(file)
    const sentence = reading.kind === 'video' ? findVideoFlaw(reading.facts) : null
    return sentence === null ? reading : { kind: 'refused', sentence }
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'refused', sentence: error.message }
    throw error
  }
}

async function orOriginal(
  { signal }: CompressionRun,
  work: () => Promise<Blob | null>,
): Promise<Blob | null> {
  try {
    return await work()
  } catch (error) {
    if (!signal.aborted) console.info('A video is sent as it is.', error)
    return null
  }
}

/** Null if the device is offline and has no copy of the code. */
async function findCode(load: LoadVideoCode): Promise<VideoCode | null> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
