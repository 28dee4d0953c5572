// Parses the byte range of a request. The server uses it for its files, and the worker for saved videos.

export interface ByteRange {
  first: number
  last: number
}

/**
 * The single range that a Range header requests (RFC 9110, section 14.2). Null without a range, with several ranges and
 * with a malformed one: the answer is then the whole file.
 */
export function findRange(
  header: string | null | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return null
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), bytes)
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= bytes ? 'unsatisfiable' : { first, last }
}
