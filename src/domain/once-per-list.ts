/** Reads a list once, however often it is asked: no list is changed in place, and a screen that is opened again has the same. */
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
