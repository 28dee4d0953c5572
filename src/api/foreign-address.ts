import { API_ORIGIN } from '#src/config/settings.ts'

// Pictures and videos on other sites. The content security policy decides whether pages load them, and lets none read them.

/** The host of a file that is neither the app's nor the API's; null for their own. */
export function findForeignHost(url: string): string | null {
  try {
    const { origin, host } = new URL(url, location.origin)
    return origin === location.origin || origin === API_ORIGIN ? null : host
  } catch {
    // A broken address, which nothing can be fetched from either.
    return url
  }
}

/** The address of a foreign file that can be opened in a tab of its own; null for every other. */
export function findForeignLink(url: string | null): string | null {
  if (!url?.startsWith('https:') || !URL.canParse(url)) return null
  return findForeignHost(url) === null ? null : url
}
