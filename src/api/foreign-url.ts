import { API_ORIGIN } from '#src/config/settings.ts'

// Pictures and videos on other sites. The content security policy may allow pages to display them, but never allows
// code to fetch them.

/** The host of a file on another site, or `url` itself if it is invalid. Null for the app's and the API's own files. */
export function findForeignHost(url: string): string | null {
  try {
    const { origin, host } = new URL(url, location.origin)
    return origin === location.origin || origin === API_ORIGIN ? null : host
  } catch {
    // An invalid URL cannot be fetched either.
    return url
  }
}

/** The URL of a file on another site that can be opened in its own tab; otherwise null. */
export function findForeignLink(url: string | null): string | null {
  if (!url?.startsWith('https:') || !URL.canParse(url)) return null
  return findForeignHost(url) === null ? null : url
}
