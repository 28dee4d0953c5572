// The outcome of a delivery has the HTTP status of the answer in words that the log reads again.

export function sayStatus(status: number): string {
  return `HTTP ${status}`
}

/** Null without an answer, or before the first attempt. */
export function readStatus(outcome: string | null): number | null {
  const [, digits] = /^HTTP (\d+)$/.exec(outcome ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}
