import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatWait, SubmitButton } from '#src/features/auth/submit-button.tsx'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'
import { refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { arriveAtEvents, authAnswer, fieldOf, fillRegistration, openAt } from './end-user.ts'

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
  const CREDENTIALS = { Email: 'nisha@example.in', Password: 'three words in a row' }

  test.each([
    ['/login', 'login', 'Login', () => user.fill(CREDENTIALS)],
    ['/account/sign-in', 'login', 'Sign in', () => user.fill(CREDENTIALS)],
    ['/account/register', 'register', 'Create account', () => fillRegistration()],
    [
      '/account/verify',
      'verify-otp',
      'Verify',
      () => user.fill({ Email: CREDENTIALS.Email, Code: '123456' }),
    ],
  ])(
    'the form at %s counts down, keeps the typed text, and is not sent by its button or Enter',
    async (address, call, name, fillIn) => {
      let sent = 0
      openAt(address, {
        [`POST /auth/${call}`]: () => {
          sent += 1
          return limit('900')()
        },
      })
      await fillIn()
      // A complete code is submitted automatically.
      if (address !== '/account/verify') await user.press(name)
      expect(await screen.findByText('Try again in 15 min')).toBeVisible()
      const button = screen.getByRole('button', { name })
      expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(screen.getAllByText(/Too many tries\./)[0]).toBeVisible()
      await user.press(name)
      await userEvent.type(await fieldOf('Email'), '{Enter}')
      expect(sent).toBe(1)
      expect(await fieldOf('Email')).toHaveValue('nisha@example.in')
    },
  )

  test('the unchanged form can be sent again after the wait', async () => {
    let tries = 0
    const DONE = authAnswer({ verified: true })
    openAt('/account/sign-in', {
      'POST /auth/login': () => (tries++ === 0 ? limit('1')() : Response.json(DONE)),
    })
    await user.fill(CREDENTIALS)
    await user.press('Sign in')
    expect(await screen.findByText('You can try again now.')).toBeInTheDocument()
    await user.press('Sign in')
    await arriveAtEvents()
    expect(tries).toBe(2)
  })
})
