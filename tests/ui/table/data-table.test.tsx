import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DataColumn, SortUpdate } from '#src/ui/table/columns/data-columns.ts'
import { DataTable } from '#src/ui/table/data-table.tsx'
import { useUrlSort } from '#src/ui/table/use-url-sort.ts'
import { showOnPhone } from './phone.ts'

interface Flat {
  key: string
  city: string
  price: number | null
}

const FLATS: Flat[] = [
  { key: 'a', city: 'Pune', price: 900 },
  { key: 'b', city: 'Delhi', price: null },
  { key: 'c', city: 'Agra', price: 1_000 },
  { key: 'd', city: 'Pune', price: 80 },
]

const COLUMNS: DataColumn<Flat>[] = [
  { id: 'key', header: 'ID', cell: ({ key }) => key },
  { id: 'city', header: 'City', cell: ({ city }) => city, sortValue: ({ city }) => city },
  { id: 'price', header: 'Price', cell: ({ price }) => price ?? '-', sortValue: (f) => f.price },
]

const GROUPED: DataColumn<Flat>[] = [
  { id: 'key', header: 'ID', cell: ({ key }) => key },
  { id: 'sell', header: 'Sell', group: 'Property Posted', cell: () => 1 },
  { id: 'rent', header: 'Rent', group: 'Property Posted', cell: () => 2 },
  { id: 'auction', header: 'Auction', group: 'Property Posted', cell: () => 3 },
  { id: 'city', header: 'City', cell: ({ city }) => city },
]

const keyOf = (flat: Flat) => flat.key
const TABLE = { caption: 'Flats', rowKey: keyOf, cardTitle: keyOf, emptyText: 'No flats' }

function shownKeys() {
  return screen.getAllByRole('rowheader').map((cell) => cell.textContent)
}

function AddressTable() {
  const [sort, setSort] = useUrlSort(COLUMNS)
  return <DataTable {...TABLE} columns={COLUMNS} rows={FLATS} sort={sort} onSortChange={setSort} />
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a table', () => {
  it('sorts numbers by value, with missing values last in both directions, and sets `aria-sort`', async () => {
    render(<DataTable {...TABLE} columns={COLUMNS} rows={FLATS} />)
    const header = screen.getByRole('columnheader', { name: 'Price' })
    expect(header).toHaveAttribute('aria-sort', 'none')
    for (const [direction, keys] of [
      ['ascending', 'dacb'],
      ['descending', 'cadb'],
      ['none', 'abcd'],
    ] as const) {
      fireEvent.click(within(header).getByRole('button'))
      expect(header).toHaveAttribute('aria-sort', direction)
      expect(shownKeys().join('')).toBe(keys)
    }
    // Rows with equal values remain in their given order.
    const byCity = screen.getByRole('button', { name: 'City' })
    fireEvent.click(byCity)
    expect(shownKeys()).toEqual(['c', 'b', 'a', 'd'])
    fireEvent.click(byCity)
    expect(shownKeys()).toEqual(['d', 'a', 'b', 'c'])
  })

  it('uses the sort that its parent component passes, and asks the parent to change it', async () => {
    const onSortChange = vi.fn<(update: SortUpdate) => void>()
    render(
      <DataTable
        {...TABLE}
        columns={COLUMNS}
        rows={FLATS}
        sort={{ columnId: 'price', direction: 'desc' }}
        onSortChange={onSortChange}
      />,
    )
    expect(shownKeys()).toEqual(['c', 'a', 'd', 'b'])
    fireEvent.click(screen.getByRole('button', { name: 'City' }))
    const [update] = onSortChange.mock.lastCall ?? []
    expect(update?.(null)).toEqual({ columnId: 'city', direction: 'asc' })
    expect(update?.({ columnId: 'city', direction: 'desc' })).toBeNull()
    expect(shownKeys()).toEqual(['c', 'a', 'd', 'b'])
  })

  it.each([
    ['in the table', <DataTable {...TABLE} key="own" columns={COLUMNS} rows={FLATS} />],
    ['in the URL', <AddressTable key="address" />],
  ])(
    'sorts twice when a header is pressed twice before the table renders again, with the sort stored %s',
    (_, table) => {
      history.replaceState(null, '', '/dashboard?section=property')
      render(table, { wrapper: BrowserRouter })
      const header = screen.getByRole('columnheader', { name: 'City' })
      const button = within(header).getByRole('button')
      act(() => {
        button.click()
        button.click()
      })
      expect(header).toHaveAttribute('aria-sort', 'descending')
      act(() => {
        button.click()
        button.click()
      })
      expect(header).toHaveAttribute('aria-sort', 'ascending')
    },
  )

  it('puts a group header over its columns; the header of a column without a group spans both header rows', () => {
    render(<DataTable {...TABLE} columns={GROUPED} rows={FLATS} />)
    const group = screen.getByRole('columnheader', { name: 'Property Posted' })
    expect(group).toHaveAttribute('colspan', '3')
    expect(group).toHaveAttribute('scope', 'colgroup')
    const [first, second] = screen.getAllByRole('row')
    const names = (row: HTMLElement | undefined) =>
      [...(row?.querySelectorAll('th') ?? [])].map((cell) => cell.textContent)
    expect(names(first)).toEqual(['ID', 'Property Posted', 'City'])
    expect(names(second)).toEqual(['Sell', 'Rent', 'Auction'])
    for (const name of ['ID', 'City']) {
      expect(screen.getByRole('columnheader', { name })).toHaveAttribute('rowspan', '2')
    }
    expect(screen.getByRole('columnheader', { name: 'Rent' })).toHaveAttribute('scope', 'col')
  })

  it('opens a row from its first cell or anywhere on it, but not from a control in it', async () => {
    const onOpenRow = vi.fn()
    const columns = [
      ...COLUMNS,
      { id: 'act', header: 'Act', cell: () => <button type="button">Delete</button> },
    ]
    render(
      <DataTable {...TABLE} columns={columns} rows={FLATS.slice(0, 1)} onOpenRow={onOpenRow} />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onOpenRow).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'a' }))
    expect(onOpenRow).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByText('Pune'))
    expect(onOpenRow).toHaveBeenCalledTimes(2)
    expect(onOpenRow).toHaveBeenLastCalledWith(FLATS[0])
    expect(screen.getByRole('button', { name: 'a' })).toHaveFocus()
  })

  it('shows `emptyText` if it has no rows', () => {
    render(<DataTable {...TABLE} columns={COLUMNS} rows={[]} />)
    expect(screen.getByText('No flats')).toBeInTheDocument()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

it('pinned columns stay visible while scrolling, side by side at the left or the right edge', () => {
  const columns: DataColumn<Flat>[] = [
    { id: 'key', header: 'ID', cell: ({ key }) => key },
    { id: 'city', header: 'City', cell: ({ city }) => city },
    { id: 'name', header: 'Name', isPinned: true, cell: () => 'Sea view' },
    { id: 'price', header: 'Price', isPinned: true, cell: ({ price }) => price },
  ]
  render(<DataTable {...TABLE} columns={columns} rows={FLATS.slice(0, 1)} />)
  const rows = screen.getAllByRole('row')
  for (const row of rows) {
    const edges = [...row.children].map((cell) => cell.getAttribute('style') ?? '')
    expect(edges).toEqual([
      'left: var(--left-key); right: var(--right-key);',
      '',
      'left: var(--left-name); right: var(--right-name);',
      'left: var(--left-price); right: var(--right-price);',
    ])
  }
})

describe('a table on a phone', () => {
  it('becomes cards that name every column', () => {
    showOnPhone()
    render(<DataTable {...TABLE} columns={GROUPED} rows={FLATS.slice(0, 1)} />)
    const [card] = within(screen.getByRole('list', { name: 'Flats' })).getAllByRole('listitem')
    const names = [...(card?.querySelectorAll('dt') ?? [])].map((name) => name.textContent)
    expect(names).toEqual([
      'ID',
      'Property PostedSell',
      'Property PostedRent',
      'Property PostedAuction',
      'City',
    ])
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('shows the main value first, and less important values after a press of More', async () => {
    showOnPhone()
    const columns: DataColumn<Flat>[] = [
      { id: 'key', header: 'ID', onCard: 'more', cell: ({ key }) => key },
      { id: 'city', header: 'City', cell: ({ city }) => city },
      { id: 'status', header: 'Status', onCard: 'lead', cell: () => 'Pending' },
      { id: 'price', header: 'Price', onCard: 'first', cell: ({ price }) => price },
    ]
    render(<DataTable {...TABLE} columns={columns} rows={FLATS.slice(0, 1)} cardTitle={keyOf} />)
    const names = () => [...document.querySelectorAll('dt')].map((name) => name.textContent)
    expect(names()).toEqual(['Price', 'Status', 'City'])
    const more = screen.getByRole('button', { name: 'More about a', expanded: false })
    fireEvent.click(more)
    expect(more).toHaveAttribute('aria-expanded', 'true')
    expect(names()).toEqual(['Price', 'Status', 'City', 'ID'])
    fireEvent.click(more)
    expect(names()).toEqual(['Price', 'Status', 'City'])
  })
})

it.each(['rows', 'cards'])('the cells of %s receive the sync status of their row', (kind) => {
  if (kind === 'cards') showOnPhone()
  const columns: DataColumn<Flat, string>[] = [
    { id: 'key', header: 'ID', cell: ({ key }, syncStatus) => `${key} ${syncStatus ?? 'sent'}` },
  ]
  const find = ({ key }: Flat) => (key === 'b' ? 'waiting' : undefined)
  render(<DataTable {...TABLE} columns={columns} rows={FLATS} rowSyncStatus={find} />)
  for (const text of ['a sent', 'b waiting']) expect(screen.getByText(text)).toBeVisible()
})

it.each([
  ['rows', () => screen.getByRole('table', { name: 'Flats' }), 'aria-rowcount', '10001'],
  ['cards', () => screen.getAllByRole('listitem')[0], 'aria-setsize', '10000'],
])(
  'a table renders 10,000 %s with fewer than 3,000 nodes, and exposes their number to screen readers',
  (kind, find, name, count) => {
    if (kind === 'cards') showOnPhone()
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      key: `k${n}`,
      city: 'Pune',
      price: n,
    }))
    render(<DataTable {...TABLE} columns={COLUMNS} rows={many} />)
    expect(document.querySelectorAll('*').length).toBeLessThan(3_000)
    expect(find()).toHaveAttribute(name, count)
  },
)
