import { useEffect, useState } from 'react'
import type { SavedVideos } from '#src/saved-videos/saved-videos.ts'
import { useVideos } from '#src/saved-videos/use-video-source.ts'

/** Null if this browser cannot save videos; undefined until that is known. */
export function useSavedVideos(): SavedVideos | null | undefined {
  const loader = useVideos()
  const [videos, setVideos] = useState<SavedVideos | null>()
  useEffect(() => {
    let isOver = false
    void loader.open().then((opened) => isOver || setVideos(opened))
    return () => {
      isOver = true
    }
  }, [loader])
  return videos
}
