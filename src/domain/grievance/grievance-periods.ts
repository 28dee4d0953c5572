import type { GrievanceKind } from './grievance.ts'

// By when a grievance is acknowledged and answered. Without schemas, so that the policy pages load little.

/** From the receipt to the acknowledgement at the latest: rule 3(2)(a)(i). It is mailed at once. */
export const ACKNOWLEDGED_HOURS = 24
/** From the receipt to the answer at the latest: rule 3(2)(a)(i). The DPDP Rules, 2025, rule 14 allow longer. */
export const ANSWERED_DAYS = 15
/** From the receipt to the removal of intimate and impersonating pictures: rule 3(2)(b), as amended in February 2026. */
export const INTIMATE_HOURS = 2

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** From this time on before it is due, the list marks an open grievance. */
const SOON_MS = 2 * DAY_MS

/** When a grievance that arrives at `now` must be answered at the latest. */
export function grievanceDueAt(kind: GrievanceKind, now: Date): Date {
  const periodMs = kind === 'intimate' ? INTIMATE_HOURS * HOUR_MS : ANSWERED_DAYS * DAY_MS
  return new Date(now.getTime() + periodMs)
}

/** 'late', 'soon' within two days of the due time, else 'later'. */
export function grievanceUrgency(dueAt: string, nowMs: number): 'late' | 'soon' | 'later' {
  const leftMs = Date.parse(dueAt) - nowMs
  if (leftMs < 0) return 'late'
  return leftMs <= SOON_MS ? 'soon' : 'later'
}
