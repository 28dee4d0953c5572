import type { ApiError } from '#src/api/api-error.ts'
import { formatAge, formatDateTime, formatTime, indianDay } from '#src/domain/dates.ts'
import { groupIndian } from '#src/domain/money.ts'
import { SESSION_IDLE } from '#src/domain/wire.ts'
import type { Arriving } from './saved-read.ts'
import type { SavedReadView } from './use-saved-read.ts'

const OLD_MS = 15 * 60_000 // older data may be too outdated for a decision
const SLOW_AGE_MS = 2 * 60_000 // if the data is newer, a slow refresh is not reported

/** The state of a read, and texts about its age, for display. */
export interface ReadFreshness {
  state:
    | 'loading'
    | 'arriving'
    | 'cut-off'
    | 'current'
    | 'saved-copy'
    | 'slow'
    | 'offline-empty'
    | 'failed-empty'
    | 'forbidden-empty'
  /**
   * When the value was read: '14:05' if it is current and from today, else '17 Jun 25, 14:05'; absent without a value.
   */
  savedAtText?: string
  /** How long ago the value was read: '3 h ago'. */
  ageText?: string
  /** Whether the value may be too outdated for a decision. */
  isOld?: boolean
  /** How many rows of a first read have arrived: '4,100 of 10,000', or '4,100' if the total is unknown. */
  arrivedText?: string
}

type Read = Pick<SavedReadView<unknown>, 'value' | 'readAt' | 'failure' | 'isSlow'> & {
  arriving?: Arriving<unknown> | null
}

export function findReadFreshness(read: Read, nowMs: number): ReadFreshness {
  const { value, readAt, failure, isSlow } = read
  if (value === undefined) {
    if (read.arriving) {
      const arrivedText = formatArrived(read.arriving)
      return { state: failure ? 'cut-off' : 'arriving', arrivedText }
    }
    if (isSlow) return { state: 'slow' }
    return { state: failure ? emptyStateOf(failure) : 'loading' }
  }
  const ageMs = nowMs - readAt
  const state = stateOf(failure, isSlow && ageMs >= SLOW_AGE_MS)
  const isShort = state === 'current' && indianDay(readAt) === indianDay(nowMs)
  const age = formatAge(ageMs)
  return {
    state,
    savedAtText: isShort ? formatTime(readAt) : formatDateTime(readAt),
    ageText: age === 'just now' ? age : `${age} ago`,
    isOld: ageMs >= OLD_MS,
  }
}

function formatArrived({ count, total }: Arriving<unknown>): string {
  return [count, total]
    .filter((one) => one !== null)
    .map(groupIndian)
    .join(' of ')
}

function stateOf(failure: ApiError | null, isSlow: boolean): ReadFreshness['state'] {
  if (isSlow) return 'slow'
  return failure ? 'saved-copy' : 'current'
}

function emptyStateOf({ kind, status, code }: ApiError): ReadFreshness['state'] {
  if (kind === 'no-answer') return 'offline-empty'
  return status === 403 && code !== SESSION_IDLE ? 'forbidden-empty' : 'failed-empty'
}
