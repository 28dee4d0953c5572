// Statistics of the runs' figures, and their formats.

/** The smallest figure with at least the given share of the figures at or below it. @throws when there are none */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (found === undefined) throw new Error('there are no figures')
  return found
}

export function median(figures: readonly number[]): number {
  return percentile(figures, 0.5)
}

export function p95(figures: readonly number[]): number {
  return percentile(figures, 0.95)
}

const FRAME_MS = 1_000 / 60

/** Rounds to whole frames at 60 frames per second, because the browser's clock is exact to 0.1 ms only. */
export function toWholeFrames(ms: number): number {
  return Math.round(ms / FRAME_MS) * FRAME_MS
}

/** One decimal below 10, none above: 0.4, 7.3, 61, 1,240. */
export function formatFigure(figure: number): string {
  return figure.toLocaleString('en', { maximumFractionDigits: Math.abs(figure) < 10 ? 1 : 0 })
}
