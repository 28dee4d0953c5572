/** Memoises `read` by list object. Lists are never mutated, and a reopened screen gets the same list object. */
export function oncePerList<Row, Result>(
  read: (list: readonly Row[]) => Result,
): (list: readonly Row[]) => Result {
  const known = new WeakMap<readonly Row[], { result: Result }>()
  return (list) => {
    const found = known.get(list) ?? { result: read(list) }
    known.set(list, found)
    return found.result
  }
}
