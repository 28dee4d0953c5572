// Decides when a visible list is refetched. If nothing has changed, a conditional read costs a 304 of about 670 bytes;
// any other read transfers the whole list. While the page follows the server's changes, a list is read when it changed.

const CONDITIONAL_MS = 30_000
const WHOLE_MS = 5 * 60_000
const FOLLOWED_MS = 5 * 60_000 // in case a notice was lost: nothing shows that it can be
const RETRY_MS = 15_000 // after a failed read, while the page is visible
const JUST_READ_MS = 2_000 // so that one focus of a window, which browsers may report twice, causes only one read
const RECENT_MS = 30_000 // so that not every switch between tabs transfers a whole list

export interface ShownRead {
  isFailed: boolean
  /** Whether its last answer had an ETag or a cursor. */
  isConditional: boolean
  /** Whether a notice of the server would have said that it changed. */
  isFollowed: boolean
  /** Milliseconds since its last answer or failure. */
  ageMs: number
}

export interface DeviceState {
  savesData: boolean
  /** Whether the device reports a network. */
  hasNetwork: boolean
  /** Whether the last call was answered. */
  isReachable: boolean
}

/**
 * Milliseconds until the next read; 0 or less when it is due. `isBack` is true when the page got the focus or the
 * network back.
 */
export function refreshWaitMs(read: ShownRead, device: DeviceState, isBack: boolean): number {
  return intervalOf(read, device, isBack) - read.ageMs
}

function intervalOf(
  { isFailed, isConditional, isFollowed }: ShownRead,
  { savesData, hasNetwork, isReachable }: DeviceState,
  isBack: boolean,
): number {
  if (isFailed) return isBack ? 0 : RETRY_MS
  if (savesData || !hasNetwork) return Number.POSITIVE_INFINITY
  if (isBack) return isConditional ? JUST_READ_MS : RECENT_MS
  // Reads again soon, because the status "Offline" lasts until a call succeeds.
  if (!isReachable) return RETRY_MS
  if (isFollowed) return FOLLOWED_MS
  return isConditional ? CONDITIONAL_MS : WHOLE_MS
}
