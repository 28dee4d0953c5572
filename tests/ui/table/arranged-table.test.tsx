import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import type { DataColumn, DataSort } from '#src/ui/table/columns/data-columns.ts'
import { showOnPhone } from './phone.ts'

interface Flat {
  key: string
  city: string
}

const FLATS: Flat[] = [
  { key: 'a', city: 'Pune' },
  { key: 'b', city: 'Agra' },
]

const COLUMNS: DataColumn<Flat>[] = [
  { id: 'key', header: 'ID', isPinned: true, canPin: true, cell: ({ key }) => key },
  { id: 'city', header: 'City', cell: ({ city }) => city, sortValue: ({ city }) => city },
  { id: 'status', header: 'Status', canPin: true, cell: () => 'Pending' },
]

function Flats({ user }: { user: string }) {
  const [sort, setSort] = useState<DataSort | null>(null)
  const [city, setCity] = useState('')
  return (
    <ArrangedTable
      caption="Flats"
      toolbar={{
        search: <input aria-label="Search flats" />,
        filters: <input aria-label="Town" onChange={({ target }) => setCity(target.value)} />,
        filterCount: city ? 1 : 0,
        onClearFilters: () => setCity(''),
      }}
      sort={sort}
      onSortChange={setSort}
      settingsKey={`${user}:flats`}
      columns={COLUMNS}
      rows={FLATS.filter((flat) => flat.city.startsWith(city))}
      rowKey={({ key }) => key}
      cardTitle={({ key }) => key}
      emptyText="No flats"
    />
  )
}

const showTable = (user = 'u1') => render(<Flats user={user} />)

const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
const pinned = () => [...document.querySelectorAll('thead [data-pinned]')].map((c) => c.textContent)
const minWidth = () => screen.getByRole('table').style.getPropertyValue('--table-width')

async function openChooser() {
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  return within(await screen.findByRole('dialog', { name: 'Columns' }))
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('the column chooser', () => {
  it('hides a column, shows how many columns are visible, and stores the choice for this user only', async () => {
    const { unmount } = showTable()
    const chooser = await openChooser()
    expect(chooser.getByRole('status')).toHaveTextContent('3 of 3 columns shown')
    await userEvent.click(chooser.getByRole('checkbox', { name: 'City' }))
    expect(chooser.getByRole('status')).toHaveTextContent('2 of 3 columns shown')
    await userEvent.click(chooser.getByRole('button', { name: 'Done' }))
    expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus()
    expect(headers()).toEqual(['ID', 'Status'])
    unmount()
    const again = showTable()
    expect(headers()).toEqual(['ID', 'Status'])
    again.unmount()
    showTable('u2')
    expect(headers()).toEqual(['ID', 'City', 'Status'])
  })

  it('does not change the sort when it hides the sorted column', async () => {
    showTable()
    await userEvent.click(screen.getByRole('button', { name: 'City' }))
    const chooser = await openChooser()
    await userEvent.click(chooser.getByRole('checkbox', { name: 'City' }))
    const keys = screen.getAllByRole('rowheader', { hidden: true }).map((c) => c.textContent)
    expect(keys).toEqual(['b', 'a'])
  })

  it('cannot hide the last visible column; the first visible column contains the row headers', async () => {
    showTable()
    const chooser = await openChooser()
    await userEvent.click(chooser.getByRole('checkbox', { name: 'ID' }))
    await userEvent.click(chooser.getByRole('checkbox', { name: 'City' }))
    expect(chooser.getByRole('checkbox', { name: 'Status' })).toBeDisabled()
    const first = screen.getAllByRole('rowheader', { hidden: true }).map((c) => c.textContent)
    expect(first).toEqual(['Pending', 'Pending'])
  })

  it('pins a column without moving it, and unpins it; a column without `canPin` cannot be pinned', async () => {
    showTable()
    expect(pinned()).toEqual(['ID'])
    const chooser = await openChooser()
    expect(chooser.queryByRole('button', { name: 'Pin City' })).toBeNull()
    const button = chooser.getByRole('button', { name: 'Pin Status', pressed: false })
    await userEvent.click(button)
    expect(button).toHaveAttribute('aria-pressed', 'true')
    expect(pinned()).toEqual(['ID', 'Status'])
    await userEvent.click(chooser.getByRole('button', { name: 'Pin ID', pressed: true }))
    expect(pinned()).toEqual(['Status'])
    await userEvent.click(chooser.getByRole('button', { name: 'Done' }))
    expect(headers()).toEqual(['ID', 'City', 'Status'])
  })

  it('resets hidden columns, pins and widths, and leaves nothing stored', async () => {
    showTable()
    const chooser = await openChooser()
    const width = chooser.getByRole('slider', { name: 'Width of City' })
    fireEvent.change(width, { target: { value: '200' } })
    expect(minWidth()).toBe('488px')
    await userEvent.click(chooser.getByRole('checkbox', { name: 'ID' }))
    await userEvent.click(chooser.getByRole('button', { name: 'Pin Status' }))
    expect(Object.keys(localStorage)).toEqual(['columns:u1:flats'])
    await userEvent.click(chooser.getByRole('button', { name: 'Reset columns' }))
    await userEvent.click(chooser.getByRole('button', { name: 'Done' }))
    expect(headers()).toEqual(['ID', 'City', 'Status'])
    expect(pinned()).toEqual(['ID'])
    expect(minWidth()).toBe('432px')
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('applies a choice from another tab at once', () => {
    showTable()
    localStorage.setItem('columns:u1:flats', '{"hidden":["city"]}')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'columns:u1:flats' })))
    expect(headers()).toEqual(['ID', 'Status'])
  })

  it('sets the width of a column within limits, and stores it', async () => {
    const { unmount } = showTable()
    const chooser = await openChooser()
    const width = chooser.getByRole('slider', { name: 'Width of City' })
    expect(width).toHaveAttribute('aria-valuetext', '144 pixels')
    expect(minWidth()).toBe('432px')
    fireEvent.change(width, { target: { value: width.getAttribute('max') } })
    expect(minWidth()).toBe('928px')
    unmount()
    showTable()
    expect(minWidth()).toBe('928px')
  })

  it('is missing on a phone, whose cards show hidden columns too', () => {
    localStorage.setItem('columns:u1:flats', '{"hidden":["city"]}')
    showOnPhone()
    showTable()
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
    expect(screen.getAllByText('City', { selector: 'dt > span' })).toHaveLength(FLATS.length)
  })
})

it('a header has one Tab stop at most, and only if its column can be sorted', () => {
  showTable()
  const stops = screen.getAllByRole('columnheader').map((cell) => listTabStops(cell))
  expect(stops).toEqual([[], ['City'], []])
})

const listTabStops = (part: HTMLElement) =>
  [...part.querySelectorAll<HTMLElement>('*')]
    .filter(({ tabIndex }) => tabIndex >= 0)
    .map(({ textContent }) => textContent)

describe('the toolbar on a phone', () => {
  beforeEach(showOnPhone)

  async function openFilters() {
    await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
    return within(await screen.findByRole('dialog', { name: 'Filters' }))
  }

  it('has the search and one button, whose dialog has the filters and the sort', async () => {
    showTable()
    expect(screen.queryByLabelText('Town')).toBeNull()
    const dialog = await openFilters()
    const titles = () =>
      screen
        .getAllByRole('listitem', { hidden: true })
        .map((card) => card.querySelector('.row-card-title')?.textContent)
    await userEvent.selectOptions(dialog.getByLabelText('Sort by'), 'City')
    expect(titles()).toEqual(['b', 'a'])
    fireEvent.click(dialog.getByRole('button', { name: 'Ascending' }))
    expect(titles()).toEqual(['a', 'b'])
    await userEvent.type(dialog.getByLabelText('Town'), 'Agra')
    await userEvent.click(dialog.getByRole('button', { name: 'Show 1' }))
    expect(titles()).toEqual(['b'])
    expect(screen.getByRole('button', { name: 'Filters, 2 set' })).toHaveFocus()
  })

  it('clears the filters and the sort with one button', async () => {
    showTable()
    const dialog = await openFilters()
    const clear = dialog.getByRole('button', { name: 'Clear all' })
    expect(clear).toHaveAttribute('aria-disabled', 'true')
    await userEvent.selectOptions(dialog.getByLabelText('Sort by'), 'City')
    await userEvent.type(dialog.getByLabelText('Town'), 'Agra')
    await userEvent.click(clear)
    expect(clear).toHaveAttribute('aria-disabled', 'true')
    expect(clear).toHaveFocus() // a disabled button would lose it
    await userEvent.click(dialog.getByRole('button', { name: 'Show 2' }))
    expect(screen.getByRole('button', { name: 'Filters' })).toHaveFocus()
  })
})
