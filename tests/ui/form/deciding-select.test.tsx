import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DecidingSelect } from '#src/ui/form/deciding-select.tsx'

const decide = vi.fn()

beforeEach(() => {
  decide.mockClear()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

function Example({ isBusy = false }) {
  const [value, setValue] = useState('pending')
  return (
    <DecidingSelect
      aria-label="Status"
      aria-disabled={isBusy || undefined}
      value={value}
      onDecide={(next) => {
        decide(next)
        setValue(next)
      }}
    >
      {['pending', 'approved', 'rejected'].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </DecidingSelect>
  )
}

const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' })

/** A key on the closed select, at which the browser reports a change before the next task. */
function move(key: string, to: string) {
  fireEvent.keyDown(select(), { key })
  fireEvent.change(select(), { target: { value: to } })
  vi.runAllTimers()
}

test.each(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'r'])(
  'the key %s only moves, and Enter decides',
  (key) => {
    render(<Example />)
    move(key, 'rejected')
    expect(select()).toHaveValue('rejected')
    expect(select()).toHaveAccessibleDescription('Enter decides')
    expect(decide).not.toHaveBeenCalled()
    fireEvent.keyDown(select(), { key: 'Enter' })
    expect(decide.mock.calls).toEqual([['rejected']])
    expect(select()).toHaveAccessibleDescription('Arrow keys move, Enter decides.')
  },
)

test.each([
  ['Escape', () => fireEvent.keyDown(select(), { key: 'Escape' })],
  ['leaving the closed select', () => fireEvent.blur(select())],
])('%s returns to the value', (_, leave) => {
  render(<Example />)
  move('ArrowDown', 'approved')
  leave()
  expect(select()).toHaveValue('pending')
  fireEvent.keyDown(select(), { key: 'Enter' })
  expect(decide).not.toHaveBeenCalled()
})

test('a choice in the opened list counts, by a press, by Enter, or when the list is left', async () => {
  render(<Example />)
  // In an opened list, keys move inside the list: the change follows later.
  fireEvent.keyDown(select(), { key: 'ArrowDown' })
  vi.runAllTimers()
  fireEvent.change(select(), { target: { value: 'approved' } })
  expect(decide.mock.calls).toEqual([['approved']])
  vi.useRealTimers()
  await userEvent.selectOptions(select(), 'rejected')
  expect(decide.mock.calls).toEqual([['approved'], ['rejected']])
})

test('moving back to the value decides nothing', () => {
  render(<Example />)
  move('ArrowDown', 'approved')
  move('ArrowUp', 'pending')
  fireEvent.keyDown(select(), { key: 'Enter' })
  expect(decide).not.toHaveBeenCalled()
})

test('a busy select keeps the focus and decides nothing', async () => {
  vi.useRealTimers()
  const { rerender } = render(<Example />)
  select().focus()
  rerender(<Example isBusy />)
  expect(select()).toHaveFocus()
  await userEvent.selectOptions(select(), 'rejected')
  expect(select()).toHaveValue('pending')
  expect(decide).not.toHaveBeenCalled()
})
