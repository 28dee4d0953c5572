import { createContext, useContext } from 'react'
import { findForeignHost } from '#src/api/foreign-url.ts'
import type { SavedVideos } from './saved-videos.ts'

const NOT_SAVED =
  'This video cannot be played now. It is not saved on this device: check the connection and try again.'
const SAVED =
  'The saved copy of this video cannot be played. Try again, or remove it and save it again.'

export interface VideoParts {
  /** Returns the same promise until a load fails, as `use` needs. Resolves to null if saved videos are unavailable. */
  open(): Promise<SavedVideos | null>
  /** What `open` has resolved to before; null until then. */
  findOpened(): SavedVideos | null
}

export const VideoContext = createContext<VideoParts | null>(null)

export function useVideos(): VideoParts {
  const videos = useContext(VideoContext)
  if (!videos) throw new Error('useVideos needs a VideoContext around it')
  return videos
}

/** Finds a video's playback URL, preferably of its saved copy, and the message for a failed playback. */
export function useVideoSource() {
  const videos = useVideos()
  return async (url: string): Promise<{ src: string; failure: string }> => {
    try {
      const found = await (await videos.open())?.findSource(url)
      if (found?.isSaved) return { src: found.src, failure: SAVED }
    } catch (error) {
      console.warn('Could not look for a saved copy of this video; it is fetched.', error)
    }
    const host = findForeignHost(url)
    return { src: url, failure: host === null ? NOT_SAVED : describeForeign(host) }
  }
}

/**
 * The message for a video on another host. It names no cause, because the page cannot tell a block by the content
 * security policy from a lost connection.
 */
function describeForeign(host: string): string {
  return `This video is on ${host} and cannot be played here now. The property's details have a link to it.`
}
