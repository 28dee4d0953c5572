export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** How long ago the demo business opened: fourteen months. */
export const HISTORY_MS = 425 * DAY_MS

/** The time `agoMs` before `now`, in the stored format: ISO 8601 in UTC. */
export function agoAt(now: Date, agoMs: number): string {
  return new Date(now.getTime() - Math.round(agoMs)).toISOString()
}
