import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { AppEnv } from '#server/platform/app-env.ts'
import { findRange } from '#src/domain/byte-range.ts'
import { isNoneMatch } from './tagged-answer.ts'

/** Error codes for a path that leads to no readable file. A socket gives ENXIO. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EISDIR', 'ENXIO'])

export interface StoredFile {
  bytes: number
  modifiedAt: Date
  /** The bytes from `start` to `end`, both included. */
  read(range: { start: number; end: number }): Readable
}

/**
 * Splits a URL path into decoded names below a folder; null if a name is malformed, or could lead out
 * of the folder or to a hidden file.
 */
export function readPathParts(urlPath: string): string[] | null {
  const parts: string[] = []
  for (const encoded of urlPath.split('/').filter(Boolean)) {
    const part = decode(encoded)
    if (!part || part.startsWith('.') || /[/\\\0]/.test(part)) return null
    parts.push(part)
  }
  return parts
}

export async function findFile(
  folder: string,
  parts: readonly string[],
): Promise<StoredFile | null> {
  const path = join(folder, ...parts)
  try {
    const found = await stat(path)
    if (!found.isFile()) return null
    const read: StoredFile['read'] = (range) => createReadStream(path, range)
    return { bytes: found.size, modifiedAt: found.mtime, read }
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** Whether a file system call failed because the path leads to no readable file. */
export function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && ABSENT.has(code)
}

/** Answers with the file, one range of it, 304 (not modified) or 416 (range not satisfiable). */
export function sendFile(c: Context<AppEnv>, file: StoredFile, contentType: string): Response {
  const etag = `"${file.modifiedAt.getTime().toString(36)}-${file.bytes.toString(36)}"`
  c.header('ETag', etag)
  c.header('Last-Modified', file.modifiedAt.toUTCString())
  if (isUnchanged(c, file, etag)) return c.body(null, 304)
  c.header('Content-Type', contentType)
  c.header('Accept-Ranges', 'bytes')
  const isRangeMeant = (c.req.header('If-Range') ?? etag) === etag
  const range = isRangeMeant ? findRange(c.req.header('Range'), file.bytes) : null
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${file.bytes}`)
    return c.body(null, 416)
  }
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
  c.header('Content-Length', String(last - first + 1))
  if (range) c.header('Content-Range', `bytes ${first}-${last}/${file.bytes}`)
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD' || file.bytes === 0) return c.body(null, status)
  const stream = Readable.toWeb(file.read({ start: first, end: last }))
  // Node's type for the same web stream is narrower than the DOM's.
  return c.body(stream as ReadableStream<Uint8Array>, status)
}

function isUnchanged(c: Context<AppEnv>, file: StoredFile, etag: string): boolean {
  const ifNoneMatch = c.req.header('If-None-Match')
  if (ifNoneMatch !== undefined) return isNoneMatch(ifNoneMatch, etag)
  const since = Date.parse(c.req.header('If-Modified-Since') ?? '')
  return Math.floor(file.modifiedAt.getTime() / 1000) * 1000 <= since
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
