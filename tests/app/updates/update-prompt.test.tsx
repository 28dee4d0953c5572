import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AppUpdates, UpdateState } from '#src/app/updates/app-updates.ts'
import { UpdatePrompt } from '#src/app/updates/update-prompt.tsx'

function makeUpdates(start: UpdateState) {
  let state = start
  const listeners = new Set<() => void>()
  const updates: AppUpdates = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply: vi.fn(),
  }
  const move = (next: UpdateState) =>
    act(() => {
      state = next
      for (const listener of listeners) listener()
    })
  return { updates, move }
}

test('the prompt offers a new version; "Update" applies it once and shows that the update is pending', async () => {
  const { updates } = makeUpdates('waiting')
  render(<UpdatePrompt updates={updates} />)
  expect(screen.getByRole('status')).toHaveTextContent('A new version is ready.')
  const update = screen.getByRole('button', { name: 'Update' })
  fireEvent.click(update)
  expect(screen.getByRole('status')).toHaveTextContent('when the current work is done')
  expect(update).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByRole('button', { name: 'Later' })).toBeNull()
  fireEvent.click(update)
  expect(updates.apply).toHaveBeenCalledTimes(1)
})

test('"Later" hides the offer; an update by another tab is still reported', async () => {
  const { updates, move } = makeUpdates('waiting')
  render(<UpdatePrompt updates={updates} />)
  fireEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByRole('status')).toBeNull()

  move('behind')
  expect(screen.getByRole('status')).toHaveTextContent(
    'The app was updated. This tab still shows the previous version.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(updates.apply).toHaveBeenCalledTimes(1)

  move('none') // the server rolled back to this tab's build
  expect(screen.queryByRole('status')).toBeNull()
})
