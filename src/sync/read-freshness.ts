import type { ApiError } from '#src/api/api-error.ts'
import { formatAge, formatDateTime } from '#src/domain/dates.ts'
import type { SavedReadView } from './use-saved-read.ts'

/** What a screen has to say about a read, in words ready to be shown. */
export interface ReadFreshness {
  state: 'saved-copy' | 'slow' | 'offline-empty' | 'failed-empty' | 'forbidden-empty'
  /** When the copy was read, '17 Jun 25, 14:05'; absent without a copy. */
  savedAtText?: string
  /** How long ago that was, '3 h ago'. */
  ageText?: string
}

type Read = Pick<SavedReadView<unknown>, 'value' | 'readAt' | 'failure' | 'isSlow'>

/** Null when what is shown is fresh, or when loading has only begun (decisions 21 and 22). */
export function findReadFreshness(read: Read, nowMs: number): ReadFreshness | null {
  const { value, readAt, failure, isSlow } = read
  if (value === undefined) {
    if (isSlow) return { state: 'slow' }
    if (!failure) return null
    return { state: emptyStateOf(failure) }
  }
  if (!isSlow && !failure) return null
  const age = formatAge(nowMs - readAt)
  return {
    state: isSlow ? 'slow' : 'saved-copy',
    savedAtText: formatDateTime(readAt),
    ageText: age === 'just now' ? age : `${age} ago`,
  }
}

function emptyStateOf({ kind, status }: ApiError): ReadFreshness['state'] {
  if (kind === 'no-answer') return 'offline-empty'
  return status === 403 ? 'forbidden-empty' : 'failed-empty'
}
