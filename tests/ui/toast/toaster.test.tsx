import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showToast } from '#src/ui/toast/toast.ts'
import { Toaster } from '#src/ui/toast/toaster.tsx'

const FADE_MS = 1_000 // longer than the exit animation
const LONG_MS = 60 * 60 * 1000 // an hour, as if the user had left the screen

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  act(() => toast.removeAll())
  vi.useRealTimers()
})

function show(options: Parameters<typeof showToast>[0]) {
  act(() => {
    showToast(options)
  })
}

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

describe('the toaster', () => {
  it('keeps at most 20 toasts, newest first', () => {
    render(<Toaster />)
    for (let number = 1; number <= 25; number += 1) {
      show({ tone: 'error', message: `Message ${number}` })
    }
    const shown = screen.getAllByRole('alert')
    expect(shown).toHaveLength(20)
    expect(shown[0]).toHaveTextContent('Message 25')
    expect(shown.at(-1)).toHaveTextContent('Message 6')
  })

  it('keeps an error until it is closed, and a success for ten seconds', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    render(<Toaster />)
    show({ tone: 'error', message: 'Failed to update status' })
    show({ tone: 'success', message: 'Property approved!' })
    pass(9_900)
    expect(screen.getByRole('status')).toHaveTextContent('Property approved!')
    pass(200)
    pass(FADE_MS)
    expect(screen.queryByRole('status')).toBeNull()
    pass(LONG_MS)
    const error = screen.getByRole('alert')
    expect(error).toHaveTextContent('Failed to update status')
    await user.click(within(error).getByRole('button', { name: 'Close message' }))
    pass(FADE_MS)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps a toast while it has the focus', () => {
    render(<Toaster />)
    show({ tone: 'info', message: 'Saved on this device' })
    act(() => screen.getByRole('button', { name: 'Close message' }).focus())
    pass(LONG_MS)
    expect(screen.getByRole('status')).toBeVisible()
    act(() => screen.getByRole('button', { name: 'Close message' }).blur())
    pass(11_000)
    pass(FADE_MS)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('keeps all toasts while the pointer is over them, and for the rest of their time after it has left', () => {
    render(<Toaster />)
    show({ tone: 'success', message: 'Property approved!' })
    pass(6_000)
    const list = screen.getByRole('region', { name: 'Messages' })
    // jsdom has no pointer that an element could be under.
    vi.spyOn(list, 'matches').mockImplementation((selector) => selector === ':hover')
    fireEvent.pointerEnter(list)
    show({ tone: 'success', message: 'Property rejected!' })
    pass(LONG_MS)
    expect(screen.getAllByRole('status')).toHaveLength(2)
    fireEvent.pointerLeave(list)
    pass(3_900)
    expect(screen.getByText('Property approved!')).toBeVisible()
    pass(200)
    pass(FADE_MS)
    expect(screen.getByRole('status')).toHaveTextContent('Property rejected!')
  })

  it('runs the action of a toast once, also after a double click, and closes the toast', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const undo = vi.fn()
    render(<Toaster />)
    show({ tone: 'success', message: 'Approved', actions: [{ label: 'Undo', onAction: undo }] })
    await user.dblClick(screen.getByRole('button', { name: 'Undo' }))
    pass(FADE_MS)
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('replaces the text of a toast with the same id, and calls `onGone` when the toast disappears', () => {
    const leave = vi.fn()
    render(<Toaster />)
    show({ tone: 'success', message: 'One', id: 'decided', onGone: leave })
    show({ tone: 'success', message: 'Two', detail: 'Green Villa', id: 'decided', onGone: leave })
    expect(screen.getByRole('status')).toHaveTextContent('TwoGreen Villa')
    expect(leave).not.toHaveBeenCalled()
    pass(11_000)
    pass(FADE_MS)
    expect(leave).toHaveBeenCalledOnce()
  })
})
