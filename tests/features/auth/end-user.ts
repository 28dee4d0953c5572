import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { type Responses, renderApp, type SyncRender } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// Uses the auth pages of the whole app as an end user does. The answers of the server are scripted.

export const { fill, press } = user

export const PASSWORD = 'three words in a row'
export const CREDENTIALS = { Email: 'nisha@example.in', Password: PASSWORD }

/** The answer of register, login and verify for a new user; tests override parts of it. */
export function authAnswer(user: object = {}, beside: object = {}) {
  return {
    user: {
      _id: 'user-7',
      fullName: 'Nisha Patil',
      email: 'nisha@example.in',
      role: 'user',
      verified: false,
      ...user,
    },
    token: 'token-7',
    expiresAt: null,
    idempotencyKeys: true,
    codeSent: true,
    resendAfter: 30,
    ...beside,
  }
}

/** Opens the app at an auth page, by default without a session. */
export function openAt(
  address: string,
  responses: Responses = {},
  options: Pick<Parameters<typeof renderApp>[0] & object, 'session'> = { session: null },
): SyncRender {
  const calls = {
    'GET /events/user': [],
    'GET /account/listings': ok([], { meta: { usualWaitMinutes: null } }),
    'POST /auth/logout': ok(),
  }
  return renderApp({ ...options, address, responses: { ...calls, ...responses } })
}

/** Ends the page as a reload does: all state in memory is lost. */
export async function close({ unmount, runtime }: SyncRender): Promise<void> {
  unmount()
  await runtime.dispose()
}

/** The text of a field's `aria-describedby`, such as its error message. */
export function descriptionOf(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

export const fieldOf = (label: string | RegExp) => screen.findByLabelText(label)

/** Expects the described texts of fields, by label. */
export async function seeErrors(errors: Record<string, string>): Promise<void> {
  for (const [label, error] of Object.entries(errors)) {
    const field = await fieldOf(label)
    await waitFor(() => expect(descriptionOf(field)).toContain(error))
  }
}

/** Expects the values of fields, by label. */
export async function seeTyped(texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) expect(await fieldOf(label)).toHaveValue(text)
}

export async function seeAlert(text: string | RegExp): Promise<void> {
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
}

/** Waits for the events page and its list, so that no request is running when a test ends. */
export async function arriveAtEvents(address = '/account/events'): Promise<void> {
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(address))
  await screen.findByText('No events yet')
}

/** Waits for the list of own listings, where an owner posts the first one. */
export async function arriveAtListings(): Promise<void> {
  await waitFor(() => expect(window.location.pathname).toBe('/account/listings'))
  await screen.findByRole('button', { name: 'Post your property' })
}

/** Waits for the panel with the listing of `panelAnswers`. */
export async function arriveAtPanel(): Promise<void> {
  await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
  await screen.findAllByText('Sea-view 3 BHK in Bandra West')
}

export const REGISTRATION = {
  'Full name': 'Nisha Patil',
  Email: 'nisha@example.in',
  'Mobile number': '98765 43210',
  Password: PASSWORD,
}

export async function fillRegistration(texts: Record<string, string> = {}): Promise<void> {
  await user.fill({ ...REGISTRATION, ...texts })
  const box = await screen.findByRole<HTMLInputElement>('checkbox')
  if (!box.checked) fireEvent.click(box)
}
