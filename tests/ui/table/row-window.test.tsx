import { fireEvent, render } from '@testing-library/react'
import { Activity } from 'react'
import { expect, test } from 'vitest'
import { DataTable } from '#src/ui/table/data-table.tsx'

// A long table in a section that is hidden and shown again. jsdom has no layout, so the table assumes a height of
// 720 px.

const FLATS = Array.from({ length: 1_000 }, (_, index) => ({ key: `k${index}` }))
const keyOf = ({ key }: { key: string }) => key
const COLUMNS = [{ id: 'key', header: 'ID', cell: keyOf }]
const IN_VIEW = 14 // 720 px of rows of 52 px

function Section({ isShown }: { isShown: boolean }) {
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <DataTable
        caption="Flats"
        rowKey={keyOf}
        cardTitle={keyOf}
        emptyText="No flats"
        columns={COLUMNS}
        rows={FLATS}
      />
    </Activity>
  )
}

const countRows = () => document.querySelectorAll('tr[data-row]').length

test('a table that is hidden while it scrolls renders only the rows in view, and more rows when it is shown again', () => {
  const { rerender } = render(<Section isShown />)
  const ahead = countRows()
  expect(ahead).toBeGreaterThan(IN_VIEW)
  fireEvent.scroll(document.querySelector('.table-scroll') as Element) // never null: the rendered table has this class
  rerender(<Section isShown={false} />)
  expect(countRows()).toBe(IN_VIEW)
  rerender(<Section isShown />)
  expect(countRows()).toBe(ahead)
})
