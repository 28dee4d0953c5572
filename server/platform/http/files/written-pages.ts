import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { AppEnv } from '#server/platform/app-env.ts'
import { type Encoding, pickEncoding } from './accepted-values.ts'
import { findFile, type StoredFile } from './file-answer.ts'
import { isNoneMatch } from './tagged-answer.ts'

// Public pages that the build prerenders. Their links need the public URL of this server, which is
// known only when the server starts. Each page is completed and compressed at its first request, and
// again after a new build has replaced its file.

const PAGES_DIR = '.prerendered' // as in build/page-writer.ts; no URL leads into it
/**
 * The page for the URLs below /account that have no prerendered page. It links the manifest of the
 * end users' app. Same value as in build/page-writer.ts.
 */
const ACCOUNT_PAGE = 'account.html'
const PUBLIC_URL_PLACEHOLDER = '%PUBLIC_URL%' // as in build/page-head.ts

interface WrittenPage {
  file: StoredFile
  /** The ETag's value, without quotes and encoding suffix. */
  tag: string
  plain: Buffer<ArrayBuffer>
  br: Buffer<ArrayBuffer>
  gzip: Buffer<ArrayBuffer>
}

/**
 * Returns a function that sends the prerendered page of a URL, or resolves with null if there is
 * none.
 */
export function makeWrittenPages(distDir: string, publicUrl: string) {
  const pages = new Map<string, WrittenPage>()

  async function findPage(...parts: string[]): Promise<WrittenPage | null> {
    const file = await findFile(distDir, [PAGES_DIR, ...parts])
    if (!file) return null
    const name = parts.join('/')
    const known = pages.get(name)
    if (known && isSameFile(known.file, file)) return known
    const page = await completePage(file, publicUrl)
    pages.set(name, page)
    return page
  }

  return async (c: Context<AppEnv>, parts: readonly string[]): Promise<Response | null> => {
    const own = await findPage(...parts, 'index.html')
    const page = own ?? (parts[0] === 'account' ? await findPage(ACCOUNT_PAGE) : null)
    return page && sendPage(c, page, pickEncoding(c.req.header('Accept-Encoding')))
  }
}

function isSameFile(one: StoredFile, other: StoredFile): boolean {
  return one.bytes === other.bytes && one.modifiedAt.getTime() === other.modifiedAt.getTime()
}

async function completePage(file: StoredFile, publicUrl: string): Promise<WrittenPage> {
  const written = await text(file.read({ start: 0, end: file.bytes - 1 }))
  const plain = Buffer.from(written.replaceAll(PUBLIC_URL_PLACEHOLDER, publicUrl))
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain),
  ])
  const tag = createHash('sha256').update(plain).digest('base64url')
  return { file, tag, plain, br: Buffer.from(br), gzip: Buffer.from(gzipped) }
}

function sendPage(c: Context<AppEnv>, page: WrittenPage, encoding: Encoding | null): Response {
  const etag = `"${page.tag}-${encoding ?? 'plain'}"`
  c.header('ETag', etag)
  c.header('Cache-Control', 'no-cache')
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (isNoneMatch(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  const body = page[encoding ?? 'plain']
  if (encoding) c.header('Content-Encoding', encoding)
  c.header('Content-Type', 'text/html; charset=utf-8')
  c.header('Content-Length', String(body.length))
  return c.body(body)
}
