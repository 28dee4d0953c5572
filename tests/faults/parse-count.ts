/** Parses a number of cycles. @throws unless it is a positive integer: with NaN a run would pass without a cycle */
export function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new Error(`${text} is not a number of cycles.`)
}
