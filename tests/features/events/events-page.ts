import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import { sampleFields } from '#tests/support/outbox/sample-change.ts'
import {
  answer,
  listQueued,
  loseNetwork,
  MEERA,
  type RenderOptions,
  renderApp,
  type SyncRender,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// Renders the whole app at Meera's events, at noon on Thursday 20 November 2025 in India.

export const LIST = 'GET /events/user'
export const CREATE = 'POST /events/create'
export const UPDATE = 'PUT /events/:id'
export const DELETE = 'DELETE /events/:id'

/** Call once per file, instead of `setupAnswers`. */
export function setupEvents(): void {
  setupAnswers()
  beforeEach(() => {
    // Fakes only the date, because screens and stores need real timers.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-20T06:30:00.000Z') })
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

/** The fields of a new event, keyed by their labels in the form. */
export const VISIT = { Title: 'Site visit', Starts: '2025-11-23T16:00' }
export const VISIT_START = '2025-11-23T10:30:00.000Z'

let page: SyncRender
let listed: readonly object[] = []

export function showEvents({
  events = [BANER],
  responses,
  ...options
}: RenderOptions & { events?: readonly object[] } = {}): SyncRender {
  listed = events
  page = renderApp({
    address: '/account/events',
    session: MEERA,
    ...options,
    responses: { [LIST]: [...events], ...responses },
  })
  return page
}

/** The actions on the page that `showEvents` rendered last. */
export const eventsPage = {
  /** The event with this title, once it is in the list. */
  find: async (title: string) => screen.findByRole('listitem', { name: title }),
  async create(values: Record<string, string>): Promise<void> {
    await user.press('New event')
    await user.fill(values)
    await user.press('Save')
  },
  async edit(title: string, values: Record<string, string>): Promise<void> {
    await user.press(`Edit ${title}`)
    await user.fill(values)
    await user.press('Save')
  },
  async delete(title: string): Promise<void> {
    await user.press(`Delete ${title}`)
    await user.confirm('Delete', 'Delete this event?')
  },
  /** Presses a button of the event with this title. */
  pressIn: async (title: string, name: string) => user.press(name, await eventsPage.find(title)),
  seeSent: async (title: string) => {
    const item = await eventsPage.find(title)
    await waitFor(() => expect(within(item).queryByText(/Waiting|Sending/)).toBeNull())
  },
  /** The values of the open form's fields with these labels. */
  valuesOf: (...labels: string[]) =>
    labels.map((label) => screen.getByLabelText<HTMLInputElement>(label).value),
  seeClosed: () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
  /**
   * Waits for the list, and then fails the outbox's probes of the server, so that no change is sent. The page's own
   * request for the list, which carries a token, still succeeds.
   */
  async goOffline(): Promise<void> {
    await screen.findAllByRole('heading', { level: 3 })
    answer({
      'GET /healthz': noAnswer,
      [LIST]: ({ headers }) =>
        headers.has('Authorization') ? HttpResponse.json([...listed]) : HttpResponse.error(),
    })
    loseNetwork(page.runtime)
  },
  async goOnline(): Promise<void> {
    answer({ 'GET /healthz': { status: 'ok' } })
    await act(() => page.runtime.sync.outbox.syncNow())
  },
  queued: () => listQueued(page.runtime, MEERA),
}
