import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, extname, join, normalize, sep } from 'node:path'

export interface StaticFolders {
  /** The built app. */
  distDir: string
  /** Served under /media. */
  mediaDir: string
}

/** The videos and pictures that the sample data references. */
export const MEDIA_DIR = join(dirname(import.meta.dirname), 'server/demo/media')

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.woff2': 'font/woff2',
}

/** Serves files like a plain web server. Answers 404 for a missing file, and index.html for a page's path. */
export async function sendStaticFile(
  folders: StaticFolders,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request)
  const file = path === null ? null : await findFile(folders, path, request)
  if (file === null) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    return
  }
  response.writeHead(200, {
    'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': path?.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
  })
  if (request.method === 'HEAD') response.end()
  else
    createReadStream(file)
      .on('error', (error) => response.destroy(error))
      .pipe(response)
}

function pathOf(request: IncomingMessage): string | null {
  try {
    return decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
  } catch {
    // A malformed percent-encoding matches no file.
    return null
  }
}

async function findFile(
  { distDir, mediaDir }: StaticFolders,
  path: string,
  request: IncomingMessage,
): Promise<string | null> {
  if (path.startsWith('/media/')) return findInside(mediaDir, path.slice('/media/'.length))
  const found = await findInside(distDir, path)
  if (found !== null || path.startsWith('/assets/') || extname(path) !== '') return found
  const isPage = request.headers.accept?.includes('text/html')
  return isPage ? findInside(distDir, 'index.html') : null
}

async function findInside(folder: string, path: string): Promise<string | null> {
  const root = normalize(folder)
  const file = join(root, path)
  if (!file.startsWith(root + sep)) return null
  const found = await stat(file).catch(() => null)
  return found?.isFile() ? file : null
}
