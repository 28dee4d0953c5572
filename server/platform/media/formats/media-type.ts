import { type FileKind, findFileKind } from '#src/domain/media/file-kind.ts'

/**
 * The types that the server serves. None can run a script: SVG, HTML and all unknown formats are left out on purpose.
 * Also left out: HEIC and QuickTime, which not every browser shows.
 */
const SERVED: Readonly<Partial<Record<FileKind, string>>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** The content type for serving a file, by its first bytes; null for a file that must not be served. */
export function findMediaType(head: Uint8Array): string | null {
  return SERVED[findFileKind(head)] ?? null
}
