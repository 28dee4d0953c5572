/** Milliseconds from one sign of life to the next that a drain may leave: one call has 30 s, settling it a moment. */
export const PASS_LEASE_MS = 45_000
/** The longest that a claim may be alive: three calls of 30 s, and what lies between them. */
export const LONGEST_LEASE_MS = 120_000
