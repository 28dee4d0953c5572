import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'

const QUESTION = 'Are you sure you want to permanently delete this property?'

function Deletion({ onConfirm }: { onConfirm: () => void }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsAsked(true)}>
        Delete
      </button>
      <ConfirmDialog
        open={isAsked}
        title={QUESTION}
        confirmLabel="Delete for good"
        tone="danger"
        onConfirm={onConfirm}
        onCancel={() => setIsAsked(false)}
      >
        <a href="/listing">The listing</a>
      </ConfirmDialog>
    </>
  )
}

describe('a confirmation', () => {
  it('is an alert dialog that Cancel and Escape close, which returns the focus to the button that opened it', async () => {
    const onConfirm = vi.fn()
    render(<Deletion onConfirm={onConfirm} />)
    const opener = screen.getByRole('button', { name: 'Delete' })
    const cancels = [
      () => userEvent.click(screen.getByRole('button', { name: 'Cancel' })),
      () => userEvent.keyboard('{Escape}'),
    ]
    for (const cancel of cancels) {
      await userEvent.click(opener)
      expect(screen.getByRole('alertdialog', { name: QUESTION })).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
      await cancel()
      expect(screen.queryByRole('alertdialog')).toBeNull()
      expect(opener).toHaveFocus()
    }
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('is confirmed by its confirm button', async () => {
    const onConfirm = vi.fn()
    render(<Deletion onConfirm={onConfirm} />)
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})

describe('a sheet', () => {
  it('is a dialog with its title as its name, and is closed by its Close button and by Escape', async () => {
    const onClose = vi.fn()
    render(
      <Sheet open onClose={onClose} title="3 BHK in Baner">
        Details
      </Sheet>,
    )
    expect(screen.getByRole('dialog', { name: '3 BHK in Baner' })).toHaveTextContent('Details')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})
