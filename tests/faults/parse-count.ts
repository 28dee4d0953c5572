/** A number of cycles from a command line. @throws unless it is a positive integer: with NaN no cycle would run, and the run would pass */
export function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new Error(`${text} is not a number of cycles.`)
}
