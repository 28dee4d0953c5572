import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'
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

function showTable(user = 'u1') {
  return render(
    <ArrangedTable
      caption="Flats"
      settingsKey={`${user}:flats`}
      columns={COLUMNS}
      rows={FLATS}
      rowKey={({ key }) => key}
      cardTitle={({ key }) => key}
      emptyText="No flats"
    />,
  )
}

const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
const pinned = () => [...document.querySelectorAll('thead [data-pinned]')].map((c) => c.textContent)
const widthOf = (name: string) => screen.getByRole('separator', { name: `Width of ${name}` })
const minWidth = () => screen.getByRole('table').style.minWidth

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
    fireEvent.keyDown(widthOf('City'), { key: 'End' })
    const chooser = await openChooser()
    await userEvent.click(chooser.getByRole('checkbox', { name: 'ID' }))
    await userEvent.click(chooser.getByRole('button', { name: 'Pin Status' }))
    expect(Object.keys(localStorage)).toEqual(['columns:u1:flats'])
    await userEvent.click(chooser.getByRole('button', { name: 'Reset columns' }))
    await userEvent.click(chooser.getByRole('button', { name: 'Done' }))
    expect(headers()).toEqual(['ID', 'City', 'Status'])
    expect(pinned()).toEqual(['ID'])
    expect(widthOf('City')).toHaveAttribute('aria-valuenow', '144')
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('applies a choice from another tab at once', () => {
    showTable()
    localStorage.setItem('columns:u1:flats', '{"hidden":["city"]}')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'columns:u1:flats' })))
    expect(headers()).toEqual(['ID', 'Status'])
  })

  it('is missing on a phone, whose cards show hidden columns too', () => {
    localStorage.setItem('columns:u1:flats', '{"hidden":["city"]}')
    showOnPhone()
    showTable()
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
    expect(screen.getAllByText('City', { selector: 'dt' })).toHaveLength(FLATS.length)
  })
})

describe('the edge of a header', () => {
  it('changes the width of its column by keyboard, within limits, and stores the width', async () => {
    const { unmount } = showTable()
    const edge = widthOf('City')
    expect(edge).toHaveAttribute('aria-valuenow', '144')
    expect(minWidth()).toBe('432px')
    edge.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(edge).toHaveAttribute('aria-valuenow', '152')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}')
    expect(edge).toHaveAttribute('aria-valuenow', '96')
    await userEvent.keyboard('{Home}{ArrowLeft}')
    expect(edge).toHaveAttribute('aria-valuenow', edge.getAttribute('aria-valuemin'))
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(edge).toHaveAttribute('aria-valuenow', edge.getAttribute('aria-valuemax'))
    expect(minWidth()).toBe('928px')
    unmount()
    showTable()
    expect(minWidth()).toBe('928px')
  })

  it('does not change the accessible name of the header, and does not sort the table when it is clicked', () => {
    showTable()
    const header = screen.getByRole('columnheader', { name: 'City' })
    fireEvent.click(widthOf('City'))
    expect(header).toHaveAttribute('aria-sort', 'none')
    expect(localStorage).toHaveLength(0)
  })
})
