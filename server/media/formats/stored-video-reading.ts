import { readVideo, type VideoFacts } from './video-check.ts'
import { eraseVideoMetadata } from './video-metadata.ts'
import { requireSoundTables } from './video-table-check.ts'

/** `played`: the tracks that a player uses. `tracks`: all of the file. */
export type StoredVideoFacts = Omit<VideoFacts, 'tracks'> & { played: number; tracks: number }

/** Checks a video, and then erases its metadata in place. @throws MediaRefusal */
export async function* readStoredVideo(
  { path }: { path: string },
  requireMemory: (bytes: number) => void,
): AsyncGenerator<StoredVideoFacts, void, void> {
  requireMemory(await requireSoundTables(path))
  const { tracks: played, ...facts } = await readVideo(path)
  const { tracks } = await eraseVideoMetadata(path)
  yield { ...facts, played, tracks }
}
