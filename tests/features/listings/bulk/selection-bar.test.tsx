import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SelectionBar } from '#src/features/listings/bulk/selection-bar.tsx'
import type { Selection } from '#src/features/listings/bulk/use-selection.ts'
import { sampleListing } from '#tests/support/outbox/sample-change.ts'
import { user } from '#tests/support/user.ts'

function show(chosen: number, isPartial = false) {
  const rows = Array.from({ length: chosen }, (_, place) => sampleListing({ id: `${place}` }))
  const onCommand = vi.fn()
  const onAssign = vi.fn()
  const selection: Selection = {
    chosen: new Map(rows.map((row) => [row.id, row])),
    clear: vi.fn(),
    chooseAll: vi.fn(),
    rows: { isSelected: () => true, isOn: true, labelOf: () => '', onSelect: vi.fn() },
  }
  const matching = [...rows, sampleListing({ id: 'one more' })]
  render(
    <SelectionBar
      selection={selection}
      matching={matching}
      isPart={false}
      isPartial={isPartial}
      allowed={['approve', 'reject', 'set-pending', 'delete']}
      onCommand={onCommand}
      onAssign={onAssign}
    />,
  )
  return { selection, matching, onCommand, onAssign }
}

test('a hundred thousand chosen listings are refused with both numbers and a way, and no key decides', async () => {
  const { onCommand, onAssign, selection } = show(100_000)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'At most 10,000 can be changed at once, and 1,00,000 are selected. Narrow the filter and select again, or export the list.',
  )
  expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
  await userEvent.keyboard('as')
  expect(onCommand).not.toHaveBeenCalled()
  expect(onAssign).not.toHaveBeenCalled()
  await user.press('Clear the selection')
  expect(selection.clear).toHaveBeenCalledOnce()
})

test('ten thousand are the most that can be decided about at once', async () => {
  const { onCommand, onAssign } = show(10_000)
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.keyboard('as')
  expect(onAssign).toHaveBeenCalledOnce()
  expect(onCommand).toHaveBeenCalledWith(expect.objectContaining({ id: 'approve' }))
})

test('all that match are chosen as they are at that moment, once all have arrived', async () => {
  const { selection, matching } = show(2)
  await user.press('Select all 3 that match')
  expect(selection.chooseAll).toHaveBeenCalledWith(matching)
})

test('a list that is still arriving does not offer to choose all that match', () => {
  show(2, true)
  expect(screen.queryByRole('button', { name: /that match/ })).toBeNull()
})
