import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AuthPageContext } from '#src/features/auth/auth-page-context.ts'
import { ResendCode } from '#src/features/auth/registration/resend-code.tsx'
import { createSessionStore } from '#src/session/session-store.ts'
import { SessionContext } from '#src/session/use-session.ts'
import { AUTH_PAGE } from '#tests/features/auth/auth-page-stub.ts'

afterEach(() => vi.useRealTimers())

test('the button for another code counts down until it can be pressed, without announcing each second', () => {
  vi.useFakeTimers()
  render(
    <SessionContext value={createSessionStore(localStorage, window)}>
      <AuthPageContext value={AUTH_PAGE}>
        <ResendCode
          resendAt={Date.now() + 27_000}
          findEmail={() => null}
          onNews={() => undefined}
          onSettled={() => undefined}
        />
      </AuthPageContext>
    </SessionContext>,
  )
  const button = screen.getByRole('button')
  expect(button).toHaveTextContent('Send again in 27 s')
  act(() => vi.advanceTimersByTime(1_000))
  expect(button).toHaveTextContent('Send again in 26 s')
  expect(button).toBeDisabled()
  expect(button.closest('[aria-live], [role="status"]')).toBeNull()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => vi.advanceTimersByTime(26_000))
  expect(button).toHaveTextContent('Send a new code')
  expect(button).toBeEnabled()
  expect(vi.getTimerCount()).toBe(0)
})
