// When a list on the screen is read again. A conditional read costs a 304 of some 670 bytes, any other the whole list.

const CONDITIONAL_MS = 30_000
const WHOLE_MS = 5 * 60_000
const RETRY_MS = 15_000 // a failed read, while someone looks
const JUST_READ_MS = 2_000 // a window that gets the focus may report it twice
const RECENT_MS = 30_000 // going back and forth between tabs does not transfer a whole list each time

export interface ShownRead {
  isFailed: boolean
  /** Its last answer had an ETag or a cursor. */
  isConditional: boolean
  /** Since its last answer or failure. */
  ageMs: number
}

export interface DeviceState {
  savesData: boolean
  /** The device says that it has a network. */
  hasNetwork: boolean
  /** The last call was answered. */
  isReachable: boolean
}

/** How long to wait, 0 or less when it is due; `isBack` after focus and after reconnecting. */
export function refreshWaitMs(read: ShownRead, device: DeviceState, isBack: boolean): number {
  return intervalOf(read, device, isBack) - read.ageMs
}

function intervalOf(
  { isFailed, isConditional }: ShownRead,
  { savesData, hasNetwork, isReachable }: DeviceState,
  isBack: boolean,
): number {
  if (isFailed) return isBack ? 0 : RETRY_MS
  if (savesData || !hasNetwork) return Number.POSITIVE_INFINITY
  if (isBack) return isConditional ? JUST_READ_MS : RECENT_MS
  // Without this, a call that failed beside the lists would leave the status at "Offline".
  if (!isReachable) return RETRY_MS
  return isConditional ? CONDITIONAL_MS : WHOLE_MS
}
