import { extname } from 'node:path'
import type { Context, Handler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import type { AppEnv } from '#server/platform/app-env.ts'
import { acceptsJsonOnly, pickEncoding } from './accepted-values.ts'
import { findFile, readPathParts, sendFile } from './file-answer.ts'
import { makeWrittenPages } from './written-pages.ts'

const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/** The folder of the files that pages load: no pages, and one worker, which has a policy of its own. */
export const ASSETS = 'assets'

const IMMUTABLE = 'public, max-age=31536000, immutable' // the name contains a hash of the content

/**
 * Serves the built app. For the URL of a page, sends the page that the build prerendered for it, or
 * else index.html. A missing file gets a 404, never a page. A client that accepts only JSON gets no page.
 */
export function staticFiles(distDir: string, publicUrl: string): Handler<AppEnv> {
  const sendWrittenPage = makeWrittenPages(distDir, publicUrl)
  return async (c) => {
    const parts = readPathParts(c.req.path)
    if (!parts) return c.notFound()
    const isCompressedCopy = /\.(br|gz)$/.test(parts.at(-1) ?? '')
    if (parts.length > 0 && !isCompressedCopy && (await findFile(distDir, parts)))
      return sendVariant(c, distDir, parts)
    if (!isPageAddress(parts) || acceptsJsonOnly(c.req.header('Accept'))) return c.notFound()
    c.header('Vary', 'Accept', { append: true })
    return (await sendWrittenPage(c, parts)) ?? sendVariant(c, distDir, ['index.html'])
  }
}

function isPageAddress(parts: readonly string[]): boolean {
  return parts[0] !== ASSETS && extname(parts.at(-1) ?? '') === ''
}

async function sendVariant(c: Context<AppEnv>, distDir: string, parts: readonly string[]) {
  const name = parts.at(-1) ?? ''
  const plain = await findFile(distDir, parts)
  if (!plain) return c.notFound()
  c.header('Cache-Control', parts[0] === ASSETS ? IMMUTABLE : 'no-cache')
  c.header('Vary', 'Accept-Encoding', { append: true })
  // The name is enough to find the type, because the build wrote these files.
  const contentType = getMimeType(name) ?? 'application/octet-stream'
  const encoding = pickEncoding(c.req.header('Accept-Encoding'))
  const folders = parts.slice(0, -1)
  const compressed =
    encoding && (await findFile(distDir, [...folders, `${name}${SUFFIXES[encoding]}`]))
  if (!compressed) return sendFile(c, plain, contentType)
  c.header('Content-Encoding', encoding)
  return sendFile(c, compressed, contentType)
}
