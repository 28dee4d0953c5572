import { useLayoutEffect, useRef, useState } from 'react'
import { useReorder } from '#src/ui/form/use-reorder.ts'

interface OrderedRows<Row> {
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Whether an order is being stored: nothing moves meanwhile. */
  isBusy: boolean
  onOrder: (next: readonly Row[]) => void
}

/** Moves the rows of a list, by handle or by menu. The handle of a moved row keeps the focus: see `MoveHandle`. */
export function useRowOrder<Row>({ rows, idOf, isBusy, onOrder }: OrderedRows<Row>) {
  const listRef = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<string | null>(null)

  // The browser drops the focus of a row that moves in the document.
  useLayoutEffect(() => {
    const isLost = moved !== null && rows.length > 0 && document.activeElement === document.body
    if (isLost) listRef.current?.querySelector<HTMLElement>(`[data-row="${moved}"]`)?.focus()
  }, [moved, rows])

  function move(from: number, to: number) {
    if (isBusy) return
    const next = [...rows]
    const [row] = next.splice(from, 1)
    if (row === undefined) return
    next.splice(to, 0, row)
    setMoved(idOf(row))
    onOrder(next)
  }

  return { listRef, move, ...useReorder(move) }
}
