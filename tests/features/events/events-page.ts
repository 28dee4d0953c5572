import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import { sampleFields } from '#tests/support/outbox/sample-change.ts'
import {
  answer,
  MEERA,
  openOutbox,
  type RenderOptions,
  renderApp,
  type ScriptedAnswer,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

// Renders the whole app at Meera's events, at noon on Thursday 20 November 2025 in India.

export const NOW = '2025-11-20T06:30:00.000Z'
export const LIST = 'GET /events/user'
export const CREATE = 'POST /events/create'
export const UPDATE = 'PUT /events/:id'
export const DELETE = 'DELETE /events/:id'

export function setupEvents(): void {
  setupAnswers()
  beforeEach(() => {
    // Fakes only the date, because screens and stores need real timers.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** An event from the server: an open house on Saturday 22 November, 10:00 to 11:00 in India. */
export function wireEvent(overrides: Partial<MarketEvent> & { _id: string }) {
  const times = { startsAt: '2025-11-22T04:30:00.000Z', endsAt: '2025-11-22T05:30:00.000Z' }
  return { version: 1, ...sampleFields(times), ...overrides }
}

export const BANER = wireEvent({ _id: 'e1', title: 'Baner open house' })

export function showEvents({
  events = [BANER],
  responses,
  ...options
}: RenderOptions & { events?: readonly object[] } = {}) {
  listed = events
  return renderApp({
    address: '/account/events',
    session: MEERA,
    ...options,
    responses: { [LIST]: [...events], ...responses },
  })
}

/** The events of the last rendered page. */
let listed: readonly object[] = []

/**
 * Fails the outbox's probes of the server, so that no change is sent. The page's own request for the list, which
 * carries a token, still succeeds.
 */
export function goOffline(runtime: Runtime): void {
  answer({
    'GET /healthz': () => HttpResponse.error(),
    [LIST]: ({ headers }) =>
      headers.has('Authorization') ? HttpResponse.json([...listed]) : HttpResponse.error(),
  })
  act(() => runtime.sync.connectivity.report(false))
}

export async function goOnline(runtime: Runtime): Promise<void> {
  answer({ 'GET /healthz': { status: 'ok' } })
  await act(() => runtime.sync.outbox.syncNow())
}

export function refuse(): Response {
  return HttpResponse.json({ success: false, error: 'No room for this.' }, { status: 422 })
}

/** The fields of a new event, keyed by their labels in the form. */
export const VISIT = { Title: 'Site visit', Starts: '2025-11-23T16:00' }

export const VISIT_START = '2025-11-23T10:30:00.000Z'

/** Answers every call with `body` and records the calls. */
export function recording(body: object, status = 200) {
  const calls: { path: string; body: unknown; key: string | null }[] = []
  const answered: ScriptedAnswer = async (request) => {
    const text = await request.text()
    const path = new URL(request.url).pathname
    const key = request.headers.get('Idempotency-Key')
    calls.push({ path, body: text && JSON.parse(text), key })
    return HttpResponse.json(body, { status })
  }
  return { calls, answered }
}

/** The event with this title, once it is in the list. */
export async function findItem(title: string) {
  return screen.findByRole('listitem', { name: title })
}

/** Focuses the button, as a press does, and clicks it. */
function click(button: HTMLElement): void {
  button.focus()
  fireEvent.click(button)
}

export async function press(name: string): Promise<void> {
  click(await screen.findByRole('button', { name }))
}

export async function pressIn(title: string, name: string): Promise<void> {
  click(await within(await findItem(title)).findByRole('button', { name }))
}

export async function deleteEvent(title: string): Promise<void> {
  await press(`Delete ${title}`)
  const question = await screen.findByRole('alertdialog', { name: 'Delete this event?' })
  click(within(question).getByRole('button', { name: 'Delete' }))
}

/** Types into the form that is open or about to open, field by label. */
export async function typeIn(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  }
}

export async function makeEvent(values: Record<string, string>): Promise<void> {
  await press('New event')
  await typeIn(values)
  await press('Save')
}

export async function editEvent(title: string, values: Record<string, string>): Promise<void> {
  await press(`Edit ${title}`)
  await typeIn(values)
  await press('Save')
}

/** The values of the open form's fields with these labels. */
export const shownIn = (...labels: string[]) =>
  labels.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)

export const seeClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** The changes that Meera's outbox holds. */
export const listQueued = async (runtime: Runtime) =>
  (await openOutbox(runtime)).listChanges(MEERA.account.id)
