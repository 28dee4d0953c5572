import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from '#src/ui/form/button.tsx'

it('a busy button keeps the focus and does nothing, not even submit its form', async () => {
  const onSubmit = vi.fn()
  const onClick = vi.fn()
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Login
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Login' })
  await userEvent.click(button)
  expect(button).toHaveFocus()
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})
