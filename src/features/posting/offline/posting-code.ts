// Caches the code of the listing wizard, for use without a network. The service worker does not precache it, because
// most people post nothing. The first visit to the list of own listings caches it.

/** The URLs of this code, inserted by the build (build/posting-files.ts). Undefined without a build. */
declare const __POSTING_FILES__: readonly string[] | undefined

const PREFIX = 'posting:'

export interface PostingCodeParts {
  caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>
  /** The URLs of the code. The first one contains the build's hash, and names the cache. */
  files: readonly string[]
}

/** Undefined if the code cannot be cached: it is not from a build, or the page is not a secure context. */
export function findPostingCode(): PostingCodeParts | undefined {
  if (typeof __POSTING_FILES__ === 'undefined' || !('caches' in globalThis)) return undefined
  return { caches, files: __POSTING_FILES__ }
}

/** Whether the device has cached all of the code. */
export async function hasPostingCode({ caches, files }: PostingCodeParts): Promise<boolean> {
  const found = await Promise.all(files.map((file) => caches.match(file)))
  return found.every((answer) => answer !== undefined)
}

/**
 * Caches the files of this build that are not cached yet. The previous build's code remains for tabs that still run it;
 * older code is deleted. @throws TypeError without a network, DOMException without room
 */
export async function keepPostingCode({ caches, files }: PostingCodeParts): Promise<void> {
  const name = `${PREFIX}${files[0]}`
  const own = await caches.open(name)
  const stored = new Set((await own.keys()).map(({ url }) => new URL(url).pathname))
  const missing = files.filter((file) => !stored.has(file))
  if (missing.length > 0) await own.addAll(missing)
  // `keys()` returns the caches in the order of their creation, so the last of the others is the previous build's.
  const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name)
  for (const old of others.slice(0, -1)) await caches.delete(old)
}
