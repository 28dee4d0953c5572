import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { PasswordInput } from '#src/ui/form/password-input.tsx'
import { Segmented } from '#src/ui/form/segmented.tsx'
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

it('a password can be shown', async () => {
  const user = userEvent.setup()
  render(<PasswordInput aria-label="Password" />)
  const input = screen.getByLabelText('Password')
  expect(input).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input).toHaveAttribute('type', 'text')
})

it('the tabs are buttons named without their counts, and one of them is pressed', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  const options = [
    { value: 'all', label: 'All', count: 12 },
    { value: 'rent', label: 'On Rent/PG', count: 3 },
  ]
  render(<Segmented label="Listing type" options={options} value="all" onChange={onChange} />)
  expect(screen.getByRole('button', { name: 'All', pressed: true })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'On Rent/PG', pressed: false }))
  expect(onChange).toHaveBeenCalledWith('rent')
})
