import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseSaving } from '#src/ui/media/data-saver.ts'
import { ReadNote } from '#src/ui/reads/read-note.tsx'

const READ = { savedAtText: '14:05', ageText: '3 h ago' }
const onRetry = vi.fn()
const line = () => document.querySelector('.read-line')

afterEach(() => {
  chooseSaving(false)
  onRetry.mockReset()
})

test.each([
  ['loading', false, '', null],
  ['current', false, 'As of 14:05', null],
  ['current', true, 'Out of date: as of 14:05 · 3 h ago', 'Refresh'],
  ['saved-copy', false, 'Saved copy from 14:05 · 3 h ago', 'Retry'],
  ['saved-copy', true, 'Out of date: saved copy from 14:05 · 3 h ago', 'Retry'],
  ['slow', false, 'Slow network. Saved copy from 14:05 · 3 h ago', null],
  ['slow', true, 'Slow network. Saved copy from 14:05 · 3 h ago', 'Refresh'],
] as const)(
  'the note of a list in the state "%s" (out of date: %s) says "%s"',
  async (state, isOld, words, action) => {
    render(<ReadNote {...READ} state={state} isOld={isOld} onRetry={onRetry} />)
    expect(line()).toHaveTextContent(`${words}${action ?? ''}`)
    expect(line()).toHaveAttribute('data-tone', isOld ? 'caution' : 'neutral')
    expect(line()?.querySelector('button')?.textContent ?? null).toBe(action)
  },
)

test('the note announces a warning to screen readers, but not the time of a fresh list', () => {
  const { rerender } = render(<ReadNote {...READ} state="current" />)
  expect(screen.getByRole('status')).toHaveTextContent('')
  rerender(<ReadNote {...READ} state="current" isOld />)
  expect(screen.getByRole('status')).toHaveTextContent(/^Out of date/)
})

test('while the data saver is on, the note of a fresh list has a Refresh button', async () => {
  chooseSaving(true)
  render(<ReadNote {...READ} state="current" onRetry={onRetry} />)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(onRetry).toHaveBeenCalledOnce()
})
