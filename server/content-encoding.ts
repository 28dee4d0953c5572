import { listAccepted } from '#server/http/accepted-values.ts'

export type Encoding = 'br' | 'gzip'

/** The better of the two encodings that the client accepts; null for neither. */
export function pickEncoding(acceptEncoding: string | undefined): Encoding | null {
  if (acceptsEncoding(acceptEncoding, 'br')) return 'br'
  return acceptsEncoding(acceptEncoding, 'gzip') ? 'gzip' : null
}

export function acceptsEncoding(acceptEncoding: string | undefined, encoding: Encoding): boolean {
  return listAccepted(acceptEncoding).includes(encoding)
}
