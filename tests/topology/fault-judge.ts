import type { Answer, FaultLoad } from './fault-load.ts'
import type { Topology } from './two-behind-tls.ts'

// Judges the answers and the log of a time with a fault of the database.

const ERROR_LEVEL = 50 // pino's

export interface AnswerFigures {
  writes: number
  reads: number
  /** Answers 503 with Retry-After. */
  unavailable: number
  /** Event lists that broke off: their 200 had been sent already. */
  cutOff: number
  /** Every other answer that is no 200, as 'GET /api/x: 500'. */
  wrongAnswers: string[]
  /** From the end of the fault to the last answer that was no 200, or to the first new read or write if that was later. */
  recoveryMs: number
  slowestMs: number
  /** Refusals that ended later than the server has to serve again. */
  lateRefusals: string[]
}

export const MOST_RECOVERY_MS = 2_000

export function judgeAnswers(
  { answers, refusals, writers }: Pick<FaultLoad, 'answers' | 'refusals' | 'writers'>,
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
    writes: writers.flatMap(({ writes }) => writes).filter((one) => one.isAcknowledged).length,
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

/** Lines that are errors, or have a stack. */
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

/** Health checks say nothing about whether data is served again. */
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
