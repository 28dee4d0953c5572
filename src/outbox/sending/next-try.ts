import { believedMoment, type Change } from '#src/domain/change.ts'

/**
 * The next retry of a change that the server asked to send later (429, 503), in epoch milliseconds; 0 without any.
 * Unanswered changes have no such time: they are retried when the network is back.
 */
export function findNextTryAt(changes: readonly Change[], nowMs: number): number {
  const moments = changes
    .filter(
      ({ state, lastError }) =>
        state === 'waiting' && lastError !== null && lastError.status !== null,
    )
    .map(({ notBefore, floor = 0 }) => believedMoment(Math.max(notBefore, floor), nowMs))
    .filter((moment) => moment > nowMs)
  return moments.length > 0 ? Math.min(...moments) : 0
}
