import { useEffect, useMemo, useRef, useState } from 'react'

const RELEASE_MS = 500 // rows stay held for this time after the pointer leaves, because the click of a tap fires only then

/**
 * While a pointer is over a list, a server response moves no row: otherwise a press could hit another row. Rows
 * get their new values at once. Removed rows stay in their places and new rows are added at the end, until the pointer
 * leaves.
 */
export function useHeldRows<Row>({ rows, rowKey, source = rows, view = '' }: HeldRowsOptions<Row>) {
  // A ref and not state: a touch must not re-render the list.
  const isHeld = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [known, setKnown] = useState<Shown<Row>>({ rows, given: rows, source, view, gone: NONE })
  let shown = known
  if (rows !== known.given || source !== known.source) {
    const next = { rows, given: rows, source, view, gone: NONE }
    shown = isHeld.current && view === known.view ? hold(known, next, rowKey) : next
    setKnown(shown)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const pointerProps = useMemo(() => {
    function release() {
      isHeld.current = false
      setKnown((last) =>
        last.rows === last.given ? last : { ...last, rows: last.given, gone: NONE },
      )
    }
    return {
      // Not `onPointerEnter`: React does not fire it for a list that appears under a resting pointer.
      onPointerOver() {
        clearTimeout(timer.current)
        isHeld.current = true
      },
      onPointerLeave() {
        clearTimeout(timer.current)
        timer.current = setTimeout(release, RELEASE_MS)
      },
    }
  }, [])
  return { rows: shown.rows, gone: shown.gone, pointerProps }
}

interface HeldRowsOptions<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /**
   * The data that the rows come from. A new object means a new response. If rows are missing but the object
   * is the same, the person removed these rows.
   */
  source?: unknown
  /** The rows' filter and order. Rows of a new view are not held. */
  view?: string
}

interface Shown<Row> {
  rows: readonly Row[]
  /** The rows as they were passed in. */
  given: readonly Row[]
  source: unknown
  view: string
  /** Keys of removed rows that are held. */
  gone: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

function hold<Row>(shown: Shown<Row>, next: Shown<Row>, rowKey: (row: Row) => string): Shown<Row> {
  const isSameRow = (row: Row, place: number) => {
    const before = shown.rows[place]
    return row === before || (before !== undefined && rowKey(row) === rowKey(before))
  }
  if (shown.rows.length === next.rows.length && next.rows.every(isSameRow)) return next
  const values = new Map(next.rows.map((row) => [rowKey(row), row]))
  const gone = new Set<string>()
  const isAnswer = next.source !== shown.source
  const inPlace = shown.rows.flatMap((row) => {
    const key = rowKey(row)
    const value = values.get(key)
    values.delete(key)
    if (value !== undefined) return [value]
    if (!isAnswer && !shown.gone.has(key)) return []
    gone.add(key)
    return [row]
  })
  return { ...next, rows: [...inPlace, ...values.values()], gone }
}

export type HeldRows = ReturnType<typeof useHeldRows>
