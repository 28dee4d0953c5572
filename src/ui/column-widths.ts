import { type DataColumn, DEFAULT_WIDTH_PX } from './data-columns.ts'

/** Where a column stays in view, in CSS pixels from that edge of the scroller. */
export type StickyEdge = { left: number } | { right: number }

/** The edge of each column that stays in view, by its id: the first one's, and of those that ask for it. */
export function stickyEdgesOf<Row>(columns: readonly DataColumn<Row>[]): StickyEdges {
  const edges = new Map<string, StickyEdge>()
  let left = 0
  for (const [index, column] of columns.entries()) {
    if (column.sticky === 'end') edges.set(column.id, { right: 0 })
    if (index > 0 && column.sticky !== 'start') continue
    edges.set(column.id, { left })
    left += column.width ?? DEFAULT_WIDTH_PX
  }
  return edges
}

export type StickyEdges = ReadonlyMap<string, StickyEdge>

/** For the attribute by which the styles know them. */
export function stickySide(edge: StickyEdge | undefined): 'start' | 'end' | undefined {
  if (!edge) return undefined
  return 'left' in edge ? 'start' : 'end'
}

/** How much of the scroller's sides they cover, in CSS pixels. */
export function stickyWidths<Row>(columns: readonly DataColumn<Row>[]): {
  start: number
  end: number
} {
  const edges = stickyEdgesOf(columns)
  const onSide = (side: 'start' | 'end') =>
    columnsWidth(columns.filter(({ id }) => stickySide(edges.get(id)) === side))
  return { start: onSide('start'), end: onSide('end') }
}

/** CSS pixels; below this the table scrolls sideways. */
export function columnsWidth<Row>(columns: readonly DataColumn<Row>[]): number {
  return columns.reduce((sum, column) => sum + (column.width ?? DEFAULT_WIDTH_PX), 0)
}
