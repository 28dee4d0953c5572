import { describe, expect, it } from 'vitest'
import { makeListingColumns } from '#src/features/listings/table/listing-columns.tsx'
import { findRowWidths } from '#src/features/listings/table/row-widths.ts'
import {
  clampWidth,
  columnWidthsOf,
  widthRangeOf,
  widthStylesOf,
} from '#src/ui/table/columns/column-widths.ts'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'

const COLUMNS: DataColumn<string>[] = [
  { id: 'key', header: 'ID', width: 80, isPinned: true, cell: String },
  { id: 'title', header: 'Title', width: 200, canGrow: true, isPinned: true, cell: String },
  { id: 'city', header: 'City', width: 100, canGrow: true, cell: String },
  { id: 'act', header: 'Action', width: 120, holdsControl: true, isPinned: true, cell: String },
]

const DESK_PX = 1125 // the table's width on a screen of 1440 px, next to the sidebar and two scrollbars

describe('the widths of columns', () => {
  it('give spare space to text columns only, in proportion to their widths', () => {
    const widths = columnWidthsOf(COLUMNS, true)
    expect(widths.map(({ px }) => px)).toEqual([80, 200, 100, 120])
    expect(widths.map(({ share }) => share)).toEqual([0, 200 / 300, 100 / 300, 0])
    const tracks = '80px minmax(200px, 200fr) minmax(100px, 100fr) 120px'
    expect(widthStylesOf(COLUMNS, widths)).toHaveProperty('--columns', tracks)
  })

  it('give spare space to all columns if no text column may grow', () => {
    const widths = columnWidthsOf(COLUMNS, true, { title: 200, city: 100 })
    expect(widths.map(({ share }) => share)).toEqual([80, 200, 100, 120].map((px) => px / 500))
  })

  it('keep a chosen width, and give the spare space to the other text columns', () => {
    const widths = columnWidthsOf(COLUMNS, true, { title: 300, nobody: 40 })
    expect(widths).toEqual([
      { px: 80, share: 0 },
      { px: 300, share: 0 },
      { px: 100, share: 1 },
      { px: 120, share: 0 },
    ])
  })

  it('stay between a minimum, which is larger for a column with controls, and 640 px', () => {
    const [key, , , act] = COLUMNS.map((column) => widthRangeOf(column, true))
    expect(key).toEqual({ minPx: 48, maxPx: 640 })
    expect(act).toEqual({ minPx: 120, maxPx: 640 })
    expect([-5, 50.4, 9_000].map((px) => key && clampWidth(px, key))).toEqual([48, 50, 640])
    const widths = columnWidthsOf(COLUMNS, true, { key: 1, act: 1, title: 1e6 })
    expect(widths.map(({ px }) => px)).toEqual([48, 640, 100, 120])
  })

  it('are larger for touch', () => {
    expect(columnWidthsOf(COLUMNS, false).map(({ px }) => px)).toEqual([104, 224, 124, 144])
  })

  it('offset each pinned column by the widths of the pinned columns before and after it', () => {
    expect(widthStylesOf(COLUMNS, columnWidthsOf(COLUMNS, true))).toEqual({
      '--table-width': '500px',
      '--columns': '80px minmax(200px, 200fr) minmax(100px, 100fr) 120px',
      '--spare': 'max(0px, 100% - 500px)',
      '--unpin': 'max(0px, 520px - 100%) * 99',
      '--left-key': 'calc(0px + 0.0000 * var(--spare) - var(--unpin))',
      '--right-key': 'calc(320px + 0.6667 * var(--spare) - var(--unpin))',
      '--left-title': 'calc(80px + 0.0000 * var(--spare) - var(--unpin))',
      '--right-title': 'calc(120px + 0.0000 * var(--spare) - var(--unpin))',
      '--left-act': 'calc(280px + 0.6667 * var(--spare) - var(--unpin))',
      '--right-act': 'calc(0px + 0.0000 * var(--spare) - var(--unpin))',
    })
  })
})

describe('the table of listings', () => {
  const actions = {
    open() {},
    mayDecide: true,
    mayDelete: true,
    decide: () => Promise.resolve(null),
    requestDelete() {},
    undo: () => Promise.resolve(false),
  }
  const columns = makeListingColumns(actions, findRowWidths([]))
  const widths = columnWidthsOf(columns, true)
  const widthOf = (until: string) => {
    const end = columns.findIndex(({ id }) => id === until) + 1
    return widths.slice(0, end).reduce((sum, { px }) => sum + px, 0)
  }
  const pxOf = (column: string) => widths[columns.findIndex(({ id }) => id === column)]?.px ?? 0

  // Price, status and select are pinned beside the other columns.
  it('shows owner, location, price, status and select without scrolling on a 1440 px screen', () => {
    expect(columns.map(({ id }) => id).indexOf('owner')).toBeLessThan(10)
    const pinnedPx = pxOf('price') + pxOf('status') + pxOf('action')
    expect(widthOf('location') + pinnedPx).toBeLessThanOrEqual(DESK_PX)
  })

  it('shows all sixteen columns without scrolling on a 1920 px screen', () => {
    expect(columns).toHaveLength(16)
    expect(widthOf('delete')).toBeLessThanOrEqual(DESK_PX + 1920 - 1440)
  })
})
