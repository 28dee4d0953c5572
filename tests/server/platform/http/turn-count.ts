/** Counts the iterations of the event loop until it is stopped. */
export function countTurns() {
  const counted = { turns: 0, stop: () => clearImmediate(next) }
  let next = setImmediate(function count() {
    counted.turns += 1
    next = setImmediate(count)
  })
  return counted
}
