import { resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'

// A page in which tests make photos and videos with the browser's own encoders.

const STUDIO = 'http://localhost/studio' // a secure context, which encoders need; never requested from the network
const LIBRARY = resolve('node_modules/mediabunny/dist/bundles/mediabunny.min.mjs')
const PART_BYTES = 6_000_000 // per debugger message, which holds the bytes as text

/** The globals of the page. */
export interface Studio {
  mediabunny: typeof import('mediabunny')
  /** The file that was made last. */
  made: Uint8Array
}

/** Returns the file that `make` stores as `made` in the page. `make` returns the file's length. */
export async function makeInStudio(
  context: BrowserContext,
  make: (page: Page) => Promise<number>,
): Promise<Buffer> {
  const page = await context.newPage()
  try {
    await openStudio(page)
    const bytes = await make(page)
    const parts: Buffer[] = []
    for (let from = 0; from < bytes; from += PART_BYTES)
      parts.push(Buffer.from(await page.evaluate(readPart, [from, from + PART_BYTES]), 'base64'))
    return Buffer.concat(parts)
  } finally {
    await page.close()
  }
}

async function openStudio(page: Page): Promise<void> {
  await page.route(`${STUDIO}/**`, (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ path: LIBRARY, contentType: 'text/javascript' })
      : route.fulfill({ body: '<p>studio</p>', contentType: 'text/html' }),
  )
  await page.goto(`${STUDIO}/`)
  await page.addScriptTag({
    type: 'module',
    content: `import * as mediabunny from '${STUDIO}/library.mjs'; Object.assign(window, { mediabunny })`,
  })
  await page.waitForFunction(() => 'mediabunny' in window)
}

/** Runs in the page. */
function readPart([from = 0, to = 0]: number[]): string {
  const { made } = globalThis as object as Studio // `make` has set `made`
  const pieces: string[] = []
  const pieceBytes = 30_000 // each byte becomes an argument, and a call takes a limited number
  for (let at = from; at < Math.min(to, made.length); at += pieceBytes)
    pieces.push(String.fromCharCode(...made.subarray(at, Math.min(at + pieceBytes, to))))
  return btoa(pieces.join(''))
}
