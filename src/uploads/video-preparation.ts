import { ApiError, loadCode } from '#src/api/api-error.ts'
import { DAMAGED_VIDEO, isPlayable, UNPLAYABLE_VIDEO } from '#src/domain/media/video-rules.ts'
import type { CompressionRun } from './video-compression.ts'
import { findOriginalFlaw, findVideoFlaw, isSmallVideo, type VideoFacts } from './video-plan.ts'

// Decides which bytes of a chosen video are sent.

export type Prepared =
  /** The compressed video, or the original file. */
  | { kind: 'ready'; file: Blob }
  | { kind: 'refused'; sentence: string }
  /** The code that compresses videos could not be loaded. */
  | { kind: 'no-answer' }

/** The module that uses the browser's codecs. */
export type VideoCode = typeof import('./video-compression.ts')
type LoadVideoCode = () => Promise<VideoCode>

const loadVideoCode: LoadVideoCode = () => loadCode(import('./video-compression.ts'))

/** Why a chosen video cannot be used; null if it can, or if the code that checks it cannot be loaded now. */
export async function checkVideo(file: Blob, load = loadVideoCode): Promise<string | null> {
  const code = await findCode(load)
  if (!code) return null
  const facts = await code.readVideo(file)
  if (!facts) return DAMAGED_VIDEO
  return findVideoFlaw(facts) ?? ((await code.canCompress(facts)) ? null : describeOriginal(facts))
}

/**
 * Compresses a video. Returns the original if compression is needless, fails or is aborted. Refuses an unusable video.
 */
export async function prepareVideo(
  file: Blob,
  run: CompressionRun,
  load = loadVideoCode,
): Promise<Prepared> {
  const code = await findCode(load)
  if (!code) return { kind: 'no-answer' }
  const facts = await code.readVideo(file)
  const flaw = facts ? findVideoFlaw(facts) : DAMAGED_VIDEO
  if (!facts || flaw !== null) return { kind: 'refused', sentence: flaw ?? DAMAGED_VIDEO }
  if (isSmallVideo(facts)) return { kind: 'ready', file }
  const compressed = await tryCompressing(code, file, facts, run)
  if (compressed && (compressed.size < file.size || !isPlayable(facts)))
    return { kind: 'ready', file: compressed }
  const sentence = describeOriginal(facts)
  return sentence === null ? { kind: 'ready', file } : { kind: 'refused', sentence }
}

/** Why the original cannot be sent instead of a compressed video; null if it can. */
function describeOriginal(facts: VideoFacts): string | null {
  return isPlayable(facts) ? findOriginalFlaw(facts) : UNPLAYABLE_VIDEO
}

async function tryCompressing(
  { compressVideo }: VideoCode,
  file: Blob,
  facts: VideoFacts,
  run: CompressionRun,
): Promise<Blob | null> {
  try {
    return await compressVideo(file, facts, run)
  } catch (error) {
    if (!run.signal.aborted) console.info('A video is sent as it is.', error)
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
