// The code with which listings are written, on a device without a network. The worker does not store it, because most
// people post nothing: the first visit to the page does.

/** The code's addresses; the build replaces it (build/posting-files.ts). Without a build, there are none. */
declare const __POSTING_FILES__: readonly string[] | undefined

const PREFIX = 'posting:'

export interface PostingCodeParts {
  caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>
  /** The first one names the build. */
  files: readonly string[]
}

/** Undefined where nothing can be kept: without a build, and on a page without a secure connection. */
export function findPostingCode(): PostingCodeParts | undefined {
  if (typeof __POSTING_FILES__ === 'undefined' || !('caches' in globalThis)) return undefined
  return { caches, files: __POSTING_FILES__ }
}

/** Whether the device has all of it. */
export async function hasPostingCode({ caches, files }: PostingCodeParts): Promise<boolean> {
  const found = await Promise.all(files.map((file) => caches.match(file)))
  return found.every((answer) => answer !== undefined)
}

/**
 * Stores what the device does not have. The code of the build before stays for tabs that still run it; older code is
 * deleted. @throws TypeError without a network, DOMException without room
 */
export async function keepPostingCode({ caches, files }: PostingCodeParts): Promise<void> {
  const name = `${PREFIX}${files[0]}`
  const own = await caches.open(name)
  const stored = new Set((await own.keys()).map(({ url }) => new URL(url).pathname))
  const missing = files.filter((file) => !stored.has(file))
  if (missing.length > 0) await own.addAll(missing)
  // In the order in which they were made.
  const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name)
  for (const old of others.slice(0, -1)) await caches.delete(old)
}
