import { findForeignHost } from '#src/api/foreign-address.ts'
import { useSyncParts } from './use-sync.ts'

const NOT_SAVED =
  'This video cannot be played now. It is not saved on this device: check the connection and try again.'
const SAVED =
  'The saved copy of this video cannot be played. Try again, or remove it and save it again.'

/** Where a video is played from, and what is said when that fails: its saved copy first. */
export function useVideoSource() {
  const { videos } = useSyncParts()
  return async (url: string): Promise<{ src: string; failure: string }> => {
    try {
      const found = await (await videos.open())?.findSource(url)
      if (found?.isSaved) return { src: found.src, failure: SAVED }
    } catch (error) {
      console.warn('It is not known whether this video is saved; it is fetched.', error)
    }
    const host = findForeignHost(url)
    return { src: url, failure: host === null ? NOT_SAVED : describeForeign(host) }
  }
}

/** The content security policy may leave out this host, which looks like a lost connection from here. */
function describeForeign(host: string): string {
  return `This video is on ${host} and cannot be played here now. The property's details have a link to it.`
}
