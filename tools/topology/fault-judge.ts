import type { Answer, Load } from './topology-load.ts'
import type { Topology } from './two-behind-tls.ts'

// Judges the answers and the log of a run with a database fault.

const ERROR_LEVEL = 50 // pino's level `error`

export interface AnswerFigures {
  writes: number
  reads: number
  /** The number of answers with status 503 and Retry-After. */
  unavailable: number
  /** The number of event lists that were cut off after their status 200 was sent. */
  cutOff: number
  /** Every other answer without status 200, as 'GET /api/x: 500', and the errors that stopped a writer. */
  wrongAnswers: string[]
  /**
   * The time from the end of the fault to the latest of these: the last failure, the first success of a new read, and
   * the first success of a new write.
   */
  recoveryMs: number
  slowestMs: number
  /** Requests without status 200 that ended more than MOST_RECOVERY_MS after the fault. */
  lateRefusals: string[]
}

export const MOST_RECOVERY_MS = 2_000

export function judgeAnswers(
  {
    answers,
    refusals,
    countAcknowledged,
  }: Pick<Load, 'answers' | 'refusals' | 'countAcknowledged'>,
  faultEndedAt: number,
): AnswerFigures {
  const refused = answers.filter(({ status }) => status !== 200)
  const served = answers.filter(({ status }) => status === 200)
  const reads = served.filter(isRead)
  const endOfFirst = (those: readonly Answer[]) =>
    those.find(({ startedAt }) => startedAt > faultEndedAt)?.endedAt ?? Number.POSITIVE_INFINITY
  const recoveredAt = Math.max(
    ...refused.map(({ endedAt }) => endedAt),
    endOfFirst(reads),
    endOfFirst(served.filter(isWrite)),
  )
  return {
    writes: countAcknowledged(),
    reads: reads.length,
    unavailable: refused.filter(isUnavailable).length,
    cutOff: refused.filter(isCutOff).length,
    wrongAnswers: [
      ...refusals,
      ...refused
        .filter((one) => !isUnavailable(one) && !isCutOff(one))
        .map(({ call, status }) => `${call}: ${status ?? 'no answer'}`),
    ],
    recoveryMs: recoveredAt - faultEndedAt,
    slowestMs: Math.max(...answers.map(({ startedAt, endedAt }) => endedAt - startedAt)),
    lateRefusals: refused
      .filter(({ endedAt }) => endedAt - faultEndedAt > MOST_RECOVERY_MS)
      .map(
        ({ call, status, startedAt, endedAt }) =>
          `${call}: ${status ?? 'no answer'} after ${toSeconds(endedAt - startedAt)}, ${toSeconds(endedAt - faultEndedAt)} after the fault`,
      ),
  }
}

/** Log lines of level error or above, and lines with a stack trace. */
export function findLoggedErrors(topology: Pick<Topology, 'readLogs'>): string[] {
  const lines = topology.readLogs().split('\n')
  return lines.filter(
    (line) =>
      line.startsWith('{') && (JSON.parse(line).level >= ERROR_LEVEL || line.includes('"stack"')),
  )
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** Excludes health checks: a passed health check does not prove that the server serves data again. */
function isRead({ call }: Answer): boolean {
  return call.startsWith('GET') && !/(healthz|readyz)$/.test(call)
}

function isWrite({ call }: Answer): boolean {
  return !call.startsWith('GET')
}

function isUnavailable({ call, status, retryAfter }: Answer): boolean {
  return status === 503 && retryAfter !== null && !call.endsWith('healthz')
}

function isCutOff({ call, status }: Answer): boolean {
  return status === null && call === 'GET /api/events/user'
}
