// @module-tag long

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seeReady, setupReview } from '#tests/features/listings/review/review-page.ts'
import {
  ID,
  open,
  press,
  RECORD,
  SESSION,
  SHEET,
  sheet,
  showListing,
  type,
} from '#tests/features/listings/visits/visit-page.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { sampleListing } from '#tests/support/outbox/sample-change.ts'
import { DECIDE, NO_NETWORK, panelAnswers } from '#tests/support/panel-answers.ts'
import {
  answer,
  dumpDevice,
  listQueued,
  openOutbox,
  operatorAs,
  type Responses,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'

setupReview()

const REVIEW = `/dashboard?section=property&review=${ID}`
const KEPT = 'A visit is on this device; it is sent when the server can be reached.'
const PHOTOS = 'The photos show this property'

const show = (address: string, responses: Responses = {}, session = SESSION) =>
  showListing(responses, address, session)

const point = async (label: string) =>
  within(await (await sheet()).findByRole('group', { name: label }))
const answerPoint = async (label: string, given: string) =>
  fireEvent.click((await point(label)).getByRole('button', { name: given }))

/** What the browser answers when it is asked for the place. */
let locate: (success: PositionCallback, failure: PositionErrorCallback) => void
const getCurrentPosition = vi.fn((success: PositionCallback, failure: PositionErrorCallback) =>
  locate(success, failure),
)

beforeEach(() => {
  getCurrentPosition.mockClear()
  locate = (success) =>
    // The form reads only this of a position.
    success({ coords: { latitude: 18.5614987, longitude: 73.7755001 } } as GeolocationPosition)
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition },
  })
})

afterEach(() => void vi.useRealTimers())

describe("from a listing's details, a visit", () => {
  test('is sent once with its key, with answers, note and time, and the history is read again', async () => {
    const sent = recorded()
    const history = recorded(ok([]))
    show(SHEET, { [RECORD]: sent.respond, 'GET /admin/properties/:id/history': history.respond })
    await open()
    await waitFor(() => expect(history.paths()).toHaveLength(1))
    await answerPoint(PHOTOS, 'No')
    await answerPoint('The property is at the address', 'Not seen')
    await type(' Shown by a tenant. ')
    await press('Save visit')
    expect(await screen.findByText('Visit recorded.', { selector: 'span, p, div' })).toBeVisible()
    expect(sent.bodies).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        at: expect.stringMatching(/^20\d\d-.*Z$/),
        answers: [
          { id: 'photos', label: PHOTOS, answer: 'no' },
          { id: 'address', label: 'The property is at the address', answer: 'not-seen' },
        ],
        note: 'Shown by a tenant.',
        place: null,
      },
    ])
    expect(sent.headers('Idempotency-Key')[0]).toMatch(/^[\w.:-]{16,64}$/)
    expect(sent.paths()).toEqual([`/admin/properties/${ID}/visits`])
    await waitFor(() => expect(history.paths()).toHaveLength(2))
    expect(getCurrentPosition).not.toHaveBeenCalled()
  })

  test('waits on the device without a network, and arrives once; two visits are two', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { runtime } = show(SHEET, { ...NO_NETWORK, [RECORD]: noAnswer })
    for (const note of ['In the morning.', 'In the evening.']) {
      await open()
      await type(note)
      await press('Save visit')
      expect(await screen.findByText(KEPT)).toBeVisible()
    }
    expect(await listQueued(runtime, SESSION)).toMatchObject([
      { action: { kind: 'visit', visit: { note: 'In the morning.' } } },
      { action: { kind: 'visit', visit: { note: 'In the evening.' } } },
    ])
    const sent = recorded()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    answer({ 'GET /healthz': ok(), [RECORD]: sent.respond })
    await runtime.sync.outbox.syncNow()
    await waitFor(() => expect(sent.paths()).toHaveLength(2))
    await waitFor(() => expect(screen.queryByText(KEPT)).toBeNull())
    expect(new Set(sent.headers('Idempotency-Key')).size).toBe(2)
  })

  test('stays on the device after an answer that is not of the server, such as that of a portal', async () => {
    const sent = recorded({ status: 'login required' })
    const { runtime } = show(SHEET, { [RECORD]: sent.respond })
    await open()
    await type('Seen.')
    await press('Save visit')
    await waitFor(async () =>
      expect(await listQueued(runtime, SESSION)).toMatchObject([{ state: 'waiting', tries: 1 }]),
    )
    expect(sent.paths()).toHaveLength(1)
    expect(screen.getByText(KEPT)).toBeVisible()
  })

  test('is sent although a decision about its listing waits for a person', async () => {
    const sent = recorded()
    const { runtime } = show(SHEET, {
      [RECORD]: sent.respond,
      [DECIDE]: refusal(403, { code: 'not-allowed' }),
    })
    await open()
    const listing = sampleListing({ id: ID })
    await runtime.sync.outbox.queueListing(listing, { kind: 'status', to: 'approved' }, 'table')
    await waitFor(async () =>
      expect(await listQueued(runtime, SESSION)).toMatchObject([{ state: 'parked' }]),
    )
    await type('Seen.')
    await press('Save visit')
    await waitFor(() => expect(sent.bodies).toMatchObject([{ note: 'Seen.' }]))
  })

  test('is one, however often the button is pressed, and has the time at which it was begun', async () => {
    const sent = recorded()
    const { runtime } = show(SHEET, { [RECORD]: sent.respond })
    const store = await openOutbox(runtime)
    const { queueChange } = store
    const gate = createGate<null>()
    store.queueChange = (draft) => gate.pass().then(() => queueChange(draft))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T08:30:00.000Z') })
    await open()
    await type('Seen.')
    vi.setSystemTime(Date.parse('2026-03-01T08:50:00.000Z'))
    await answerPoint(PHOTOS, 'Yes')
    await press('Save visit')
    await press('Save visit')
    gate.open(null)
    expect(await screen.findByText('Visit recorded.', { selector: 'span, p, div' })).toBeVisible()
    expect(sent.bodies).toMatchObject([{ at: '2026-03-01T08:30:00.000Z' }])
    expect(await listQueued(runtime, SESSION)).toHaveLength(1)
  })

  test('that the device cannot store keeps the sheet with what was entered, and says so', async () => {
    const { runtime } = show(SHEET)
    const store = await openOutbox(runtime)
    store.queueChange = () => Promise.reject(new Error('disk full'))
    expectConsole('error', /could not be saved on this device/)
    await open()
    await type('Seen.')
    await press('Save visit')
    expect(await screen.findByText(/so nothing was sent/)).toBeVisible()
    expect((await sheet()).getByLabelText('Note')).toHaveValue('Seen.')
    expect(JSON.stringify({ ...sessionStorage })).toContain('Seen.')
  })

  test('that is begun survives a closed sheet and a reload, and can be discarded', async () => {
    const first = show(SHEET)
    await open()
    await answerPoint(PHOTOS, 'Yes')
    await type('Shown by a')
    await press('Close')
    expect(await screen.findByRole('button', { name: 'Continue the visit' })).toBeVisible()
    first.unmount()
    await first.runtime.dispose()
    show(SHEET)
    await open('Continue the visit')
    expect((await sheet()).getByLabelText('Note')).toHaveValue('Shown by a')
    expect((await point(PHOTOS)).getByRole('button', { name: 'Yes' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await press('Discard')
    expect(await screen.findByRole('button', { name: 'Record a visit' })).toBeVisible()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Shown by a')
  })

  test('with nothing in it is not saved, and says what is missing', async () => {
    show(SHEET)
    await open()
    await answerPoint(PHOTOS, 'Yes')
    await answerPoint(PHOTOS, 'Yes') // takes the answer back
    await press('Save visit')
    expect(
      await screen.findByText('Answer a point of the checklist, write a note, or add a photo.'),
    ).toBeVisible()
  })

  test('that the server refuses says where the reason is', async () => {
    show(SHEET, { [RECORD]: refusal(403, { code: 'not-allowed' }) })
    await open()
    await type('Seen.')
    await press('Save visit')
    expect(
      await screen.findByText('The server did not record a visit: the outbox says why.'),
    ).toBeVisible()
  })

  test('is offered only to those who decide', async () => {
    show(SHEET, {}, operatorAs('viewer'))
    expect(await screen.findByRole('heading', { name: 'History' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Record a visit' })).toBeNull()
  })

  test('has the answers to points that the owner of the panel hides meanwhile', async () => {
    const rules = (isActive: boolean) => {
      const { data, meta } = panelAnswers()['GET /admin/review-rules'] as ReturnType<typeof ok> & {
        meta: object
      }
      const checklist = [
        { id: 'lift', label: 'The lift works', isActive },
        { id: 'gate', label: 'The gate is guarded', isActive: true },
      ]
      return { success: true, data: { ...(data as object), checklist }, meta }
    }
    const first = show(SHEET, { 'GET /admin/review-rules': rules(true) })
    await open()
    await answerPoint('The lift works', 'No')
    first.unmount()
    await first.runtime.dispose()
    show(SHEET, { 'GET /admin/review-rules': rules(false) })
    await open('Continue the visit')
    await point('The gate is guarded')
    await point('The lift works')
    await answerPoint('The lift works', 'No') // taken back, so it is not asked any more
    await waitFor(() => expect(screen.queryByText('The lift works')).toBeNull())
  })
})

describe('the place', () => {
  test('is asked for only after a press, shown rounded, and nothing more exact is kept or sent', async () => {
    const sent = recorded()
    show(SHEET, { [RECORD]: sent.respond })
    await open()
    await type('Seen.')
    expect(getCurrentPosition).not.toHaveBeenCalled()
    await press('Add my place')
    expect(await screen.findByText('Near 18.561, 73.776, to about 100 m')).toBeVisible()
    expect(await dumpDevice()).not.toContain('18.5614')
    await press('Save visit')
    await waitFor(() =>
      expect(sent.bodies).toMatchObject([{ place: { latitude: 18.561, longitude: 73.776 } }]),
    )
  })

  test('can be removed before the visit is saved', async () => {
    const sent = recorded()
    show(SHEET, { [RECORD]: sent.respond })
    await open()
    await type('Seen.')
    await press('Add my place')
    await press('Remove my place')
    await press('Save visit')
    await waitFor(() => expect(sent.bodies).toMatchObject([{ place: null }]))
  })

  test.each([
    [1, /^The browser does not share the place/],
    [3, /^The device did not find its place/],
  ])('that the browser does not give (code %i) says what to do', async (code, sentence) => {
    // The form reads only this of an error.
    locate = (_, failure) => failure({ code } as GeolocationPositionError)
    show(SHEET)
    await open()
    await press('Add my place')
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  test('that arrives after the sheet was closed is dropped', async () => {
    let give: PositionCallback = () => undefined
    locate = (success) => {
      give = success
    }
    show(SHEET)
    await open()
    await press('Add my place')
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Record a visit' })).toBeNull())
    act(() => give({ coords: { latitude: 18.5, longitude: 73.7 } } as GeolocationPosition)) // as above
    expect(await dumpDevice()).not.toContain('18.5')
    expect(screen.getByRole('button', { name: 'Record a visit' })).toBeVisible()
  })
})

describe('in review', () => {
  test('the key I opens the sheet, and the palette teaches it', async () => {
    const sent = recorded()
    show(REVIEW, { [RECORD]: sent.respond })
    await seeReady('Sea-view flat')
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const action = await screen.findByRole('option', { name: /Record a visit/ })
    expect(action).toHaveTextContent(/I$/)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    fireEvent.keyDown(document.body, { key: 'i' })
    await answerPoint(PHOTOS, 'Yes')
    await press('Save visit')
    await waitFor(() =>
      expect(sent.bodies).toMatchObject([{ answers: [{ id: 'photos', answer: 'yes' }] }]),
    )
  })
})
