import { useSyncExternalStore } from 'react'
import type { SavedVideos } from '#src/saved-videos/saved-videos.ts'
import { describeVideoSave, type VideoSaveStatus } from './save-messages.ts'

export interface VideoFiles {
  url: string
  posterUrl: string | null
}

/** A video's state on this device, and the action of the button beside it; null if storage cannot be read. */
export function useVideoSave({ url, posterUrl }: VideoFiles, videos: SavedVideos) {
  const { videos: all, steps, facts, limit } = useSyncExternalStore(videos.subscribe, videos.get)
  // A storage that cannot be read cannot be written either.
  if (all === null) return null
  const saved = all.find((video) => video.url === url) ?? null
  const step = steps.get(url) ?? null
  const known = facts.get(url) ?? null

  function act(does: VideoSaveStatus['action']['does']) {
    if (does === 'save') void videos.save(url, posterUrl)
    if (does === 'cancel') videos.cancel(url)
    if (does === 'remove' && saved) void videos.remove(saved)
  }

  return {
    saved,
    step,
    total: (step?.step === 'saving' ? step.total : null) ?? known?.bytes ?? null,
    status: describeVideoSave({ saved, step, facts: known, limit }),
    act,
  }
}
