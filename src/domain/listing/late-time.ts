import { formatDateTime } from '#src/domain/dates.ts'

/** What arrives later than this was made without a network. */
const LATE_MS = 5 * 60_000

/**
 * '28 Nov 26, 14:03 by the clock of the device', for something that arrived later than it was made; else null. The server
 * says when it arrived, and the device's clock may be wrong.
 */
export function describeLateTime(at: string, arrivedAt: string): string | null {
  const isLate = Math.abs(Date.parse(arrivedAt) - Date.parse(at)) > LATE_MS
  return isLate ? `${formatDateTime(at)} by the clock of the device` : null
}
