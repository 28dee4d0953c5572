import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatWait, SubmitButton } from '#src/features/auth/submit-button.tsx'
import { answer, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  arriveAtEvents,
  authAnswer,
  CREDENTIALS,
  fieldOf,
  fillRegistration,
  openAt,
  seeTyped,
} from './end-user.ts'

afterEach(() => vi.useRealTimers())

test('the button counts down, keeps its accessible name, and announces the end of the wait', () => {
  vi.useFakeTimers()
  const onSubmit = vi.fn((event: Event) => event.preventDefault())
  const retryAt = Date.now() + 42_000
  render(
    <form ref={(form) => form?.addEventListener('submit', onSubmit)}>
      <SubmitButton request={{ loading: false, retryAt }}>Login</SubmitButton>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Login' })
  button.focus()
  expect(button).toHaveTextContent('Try again in 42 s')
  act(() => vi.advanceTimersByTime(1_000))
  expect(button).toHaveTextContent('Try again in 41 s')
  button.click()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(button).toHaveFocus()
  expect(button).toHaveAccessibleName('Login')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => vi.advanceTimersByTime(41_000))
  expect(button).toHaveTextContent(/^Login$/)
  expect(screen.getByRole('status')).toHaveTextContent('You can try again now.')
  button.click()
  expect(onSubmit).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [1, '1 s'],
  [119, '119 s'],
  [120, '2 min'],
  [121, '3 min'],
  [3_600, '60 min'],
])('a wait of %i seconds is shown as "%s"', (seconds, text) =>
  expect(formatWait(seconds)).toBe(text),
)

describe('after a 429', () => {
  setupAnswers()
  const limit = (seconds: string) =>
    refusal(429, { error: 'Too many tries.' }, { 'Retry-After': seconds })
  const fillCode = () => user.fill({ Email: CREDENTIALS.Email, Code: '123456' })

  test.each([
    ['/login', 'login', 'Login', () => user.fill(CREDENTIALS)],
    ['/account/sign-in', 'login', 'Sign in', () => user.fill(CREDENTIALS)],
    ['/account/register', 'register', 'Create account', () => fillRegistration()],
    ['/account/verify', 'verify-otp', 'Verify', fillCode],
  ])(
    'the form at %s counts down, keeps the typed text, and is not sent by its button or Enter',
    async (address, call, name, fillIn) => {
      const { bodies, respond } = recorded(limit('900'))
      openAt(address, { [`POST /auth/${call}`]: respond })
      await fillIn()
      // A complete code is submitted automatically.
      if (address !== '/account/verify') await user.press(name)
      await user.sees('Try again in 15 min')
      const button = screen.getByRole('button', { name })
      expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(screen.getAllByText(/Too many tries\./)[0]).toBeVisible()
      await user.press(name)
      await userEvent.type(await fieldOf('Email'), '{Enter}')
      expect(bodies).toHaveLength(1)
      await seeTyped({ Email: 'nisha@example.in' })
    },
  )

  test('the unchanged form can be sent again after the wait', async () => {
    openAt('/account/sign-in', { 'POST /auth/login': limit('1') })
    await user.fill(CREDENTIALS)
    await user.press('Sign in')
    expect(await screen.findByText('You can try again now.')).toBeInTheDocument()
    answer({ 'POST /auth/login': authAnswer({ verified: true }) })
    await user.press('Sign in')
    await arriveAtEvents()
  })
})
