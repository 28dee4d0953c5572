import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect } from 'vitest'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { type Responses, renderApp, type SyncRender } from '#tests/support/render-with-sync.tsx'

// Uses the auth pages of the whole app as an end user does. The answers of the server are scripted.

export const PASSWORD = 'three words in a row'

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

/** An error answer of the API. */
export function refusal(status: number, body: object, headers: Record<string, string> = {}) {
  return () => HttpResponse.json({ success: false, ...body }, { status, headers })
}

export const noAnswer = () => HttpResponse.error()

/** An answer that waits until `letGo` is called. */
export function held(body: object, status = 200) {
  const gate = createGate<null>()
  const respond = () => gate.pass().then(() => HttpResponse.json(body, { status }))
  return { respond, letGo: () => gate.open(null) }
}

/** A handler with this answer, and the bodies of the requests that it got. */
export function recorded(answer: object) {
  const bodies: unknown[] = []
  const respond = async (request: Request) => {
    bodies.push(await request.json())
    return HttpResponse.json(answer)
  }
  return { bodies, respond }
}

/** Opens the app at an auth page, by default without a session. */
export function openAt(
  address: string,
  responses: Responses = {},
  options: Pick<Parameters<typeof renderApp>[0] & object, 'session'> = { session: null },
): SyncRender {
  const calls = { 'GET /events/user': [], 'POST /auth/logout': { success: true } }
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

export async function fill(texts: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(texts)) {
    fireEvent.change(await fieldOf(label), { target: { value } })
  }
}

export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

export async function follow(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('link', { name }))
}

/** Waits for the events page and its list, so that no request is running when a test ends. */
export async function arriveAtEvents(address = '/account/events'): Promise<void> {
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(address))
  await screen.findByText('No events yet')
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
  await fill({ ...REGISTRATION, ...texts })
  const box = await screen.findByRole<HTMLInputElement>('checkbox')
  if (!box.checked) fireEvent.click(box)
}
