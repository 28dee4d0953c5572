import { ApiError } from '#src/api/api-error.ts'
import { formatTime } from '#src/domain/dates.ts'

const MINUTE_MS = 60_000

/** Why a PAN number was not shown, and when to try again. */
export function panProblem(error: unknown, nowMs: number): string {
  if (!(error instanceof ApiError)) return 'The PAN number could not be shown.'
  if (error.kind === 'no-answer') {
    return 'The server cannot be reached. A PAN number is never kept on this device, so it can only be shown online.'
  }
  if (error.status === 429) return `Too many PAN numbers were shown. ${retryMessage(error, nowMs)}`
  return error.serverMessage ?? 'The PAN number could not be shown.'
}

/** The time is shown in minutes. It is rounded up, so that it is never too early. */
function retryMessage({ retryAfterMs }: ApiError, nowMs: number): string {
  if (retryAfterMs === null) return 'Try again later.'
  return `Try again at ${formatTime(Math.ceil((nowMs + retryAfterMs) / MINUTE_MS) * MINUTE_MS)}.`
}
