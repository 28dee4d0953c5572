import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'

it('a busy button keeps the focus and does nothing, not even submit its form', async () => {
  const user = userEvent.setup()
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
  await user.click(button)
  expect(button).toHaveFocus()
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('a field links its label, hint and error to the input', () => {
  render(
    <Field label="Email" hint="Where codes go" error="Enter an e-mail address">
      {(props) => <TextInput {...props} type="email" />}
    </Field>,
  )
  const input = screen.getByLabelText('Email')
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription('Where codes go Enter an e-mail address')
})
