// @module-tag slow
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  type Responses,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const ID = 'v1'
const HISTORY = 'GET /admin/properties/:id/history'
const REASON = 'PUT /admin/properties/:id/reason'
const VILLA = wireListing({ _id: ID, propertyName: 'Garden villa', status: 'rejected' })
const IN_REVIEW = '/dashboard?section=property&review=next'
const AT_ONCE = '/dashboard?section=property&reason=v1'

/** The bodies of the requests with reasons that the server received. */
let given: object[] = []

beforeAll(async () => {
  await import('#src/app/shells/panel/panel-shell.tsx')
  await import('#src/features/listings/review/review-screen.tsx')
  await import('#src/features/listings/reasons/reason-sheet.tsx')
})
beforeEach(() => {
  given = []
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

const stored = (reason: object | null) => (ok([], { meta: { rejection: { changeKey: 'key-of-another-device', reason } } }))

function show(responses: Responses = {}, address = AT_ONCE, listings = [VILLA]) {
  return renderApp({
    address,
    responses: {
      ...panelAnswers(listings),
      [HISTORY]: stored(null),
      'PATCH /admin/properties/:id/status': { success: true },
      [REASON]: async (request) => {
        given.push((await request.json()) as object) // the app sends this shape
        return HttpResponse.json({ success: true })
      },
      ...responses,
    },
  })
}

const seeSheet = () => screen.findByRole('dialog', { name: 'Reason for the rejection' })
const press = (name: string | RegExp) => await user.press(name)
const note = () => screen.getByLabelText('Note to the seller')
const write = async (text: string) =>
  await user.fill({ 'Note to the seller': text })

async function choose(name: string) {
  await user.press(name)
}

describe('the reasons for a rejected listing', () => {
  test("are sent with a note, the 'Changes needed' flag and the idempotency key of the rejection", async () => {
    show()
    await seeSheet()
    await choose('Photos missing or unclear')
    expect(screen.getByText('The seller reads: “Add clear photos of the rooms.”')).toBeVisible()
    fireEvent.change(note(), { target: { value: ' The kitchen is missing. ' } })
    fireEvent.click(screen.getByRole('switch', { name: 'Changes needed' }))
    press('Save reason')
    await waitFor(() =>
      expect(given).toEqual([
        {
          changeKey: 'key-of-another-device',
          code: 'photos',
          note: 'The kitchen is missing.',
          changesNeeded: true,
        },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.sees('Reason saved.')
  })

  test('do not include retired reasons, except a retired reason that was given before', async () => {
    show({ [HISTORY]: stored({ code: 'old', note: 'As before.', changesNeeded: true }) })
    await seeSheet()
    const old = await screen.findByRole('button', { name: 'Old reason' })
    expect(old).toHaveAttribute('aria-pressed', 'true')
    expect(note()).toHaveValue('As before.')
    expect(screen.getByRole('switch', { name: 'Changes needed' })).toBeChecked()
    await choose('Price implausible')
    expect(screen.queryByRole('button', { name: 'Old reason' })).toBeNull()
  })

  test('can be skipped: nothing is queued', async () => {
    const { runtime } = show()
    await seeSheet()
    await choose('Price implausible')
    press('Skip')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(runtime.sync.view.get().changes).toEqual([])
  })

  test('are not saved if no reason is chosen or the note is too long, and the note is kept', async () => {
    const { runtime } = show()
    await seeSheet()
    await screen.findByRole('button', { name: 'Price implausible' })
    const long = 'x'.repeat(501)
    fireEvent.change(note(), { target: { value: long } })
    expect(screen.getByText(/it has 501 of 500 characters/)).toBeVisible()
    press('Save reason')
    expect(screen.getByText('Choose a reason, or skip this.')).toBeVisible()
    await choose('Price implausible')
    press('Save reason')
    expect(note()).toHaveValue(long)
    expect(runtime.sync.view.get().changes).toEqual([])
  })

  test('keep typed text when the sheet is closed and reopened', async () => {
    show({}, '/dashboard?section=property&open=v1')
    await choose('Add reason')
    await seeSheet()
    await write('The kitchen is missing.')
    const sheet = await seeSheet()
    fireEvent.click(within(sheet).getByRole('button', { name: /^Close/ }))
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Reason for the rejection' })).toBeNull(),
    )
    await choose('Add reason')
    expect(await screen.findByLabelText('Note to the seller')).toHaveValue(
      'The kitchen is missing.',
    )
  })

  test.each<[string, Responses, RegExp]>([
    [
      'was rejected before reasons could be given',
      { [HISTORY]: ok([], { meta: { rejection: null } }) },
      /^This property is not rejected, or it was rejected before reasons could be given/,
    ],
    [
      'was rejected elsewhere, and there is no network',
      { [HISTORY]: noAnswer },
      /^The server cannot be reached, and this device did not reject the property/,
    ],
  ])('are replaced by a message when the listing %s', async (what, responses, text) => {
    if (what.endsWith('no network')) expectConsole('error', /Could not load rejection/)
    show(responses)
    await user.sees(text)
    expect(screen.queryByRole('button', { name: 'Save reason' })).toBeNull()
  })
})

describe('right after a rejection', () => {
  const OPEN = { ...VILLA, status: 'pending' }
  const NEXT = wireListing({
    _id: 's2',
    propertyName: 'Corner shop',
    createdAt: '2025-07-01T06:00:00.000Z',
  })

  async function seeReady(name: string) {
    const title = await screen.findByRole('heading', { name })
    await waitFor(() => expect(title.closest('.review')).toHaveAttribute('data-state', 'ready'))
    return title
  }

  test('review shows the next listing at once, and the key E opens the reasons for the rejected listing', async () => {
    show({}, IN_REVIEW, [OPEN, NEXT])
    await seeReady('Garden villa')
    expect(screen.queryByRole('button', { name: /^Add reason/ })).toBeNull()
    fireEvent.keyDown(document.body, { key: 'r', code: 'KeyR' })
    await seeReady('Corner shop')
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body, { key: 'e', code: 'KeyE' })
    await seeSheet()
    expect(screen.getByText('Garden villa is rejected either way.')).toBeVisible()
    await choose('Price implausible')
    press('Save reason')
    await waitFor(() => expect(given).toMatchObject([{ code: 'price', changesNeeded: false }]))
    await seeReady('Corner shop')
  })

  test('without a network, the toast leads to the reasons, and the outbox contains the rejection and its reason', async () => {
    const { runtime } = show({}, IN_REVIEW, [OPEN, NEXT])
    await seeReady('Garden villa')
    await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
    const lost = noAnswer
    answer({ ...NO_NETWORK, 'PATCH /admin/properties/:id/status': lost, [REASON]: lost })
    press(/^Reject/)
    const message = await screen.findByText(/^Saved on this device/)
    fireEvent.click(
      within(message.closest('.toast') as HTMLElement).getByRole('button', { name: 'Add reason' }),
    )
    await seeSheet()
    await choose('Photos missing or unclear')
    press('Save reason')
    await waitFor(() =>
      expect(runtime.sync.view.get().changes.map(({ action }) => action.kind)).toEqual([
        'status',
        'reason',
      ]),
    )
    const [rejection, reason] = runtime.sync.view.get().changes
    expect(reason?.action).toMatchObject({ changeKey: rejection?.key, code: 'photos' })
  })
})

test('the sheet of a rejected listing has no button "Add reason" if the server accepts no idempotency keys', async () => {
  renderApp({
    address: '/dashboard?section=property&open=v1',
    session: { ...OPERATOR, takesKeys: false },
    responses: {
      ...panelAnswers([VILLA]),
      [HISTORY]: () => HttpResponse.json({}, { status: 404 }),
    },
  })
  await screen.findByRole('dialog', { name: 'Garden villa' })
  expect(screen.queryByRole('button', { name: 'Add reason' })).toBeNull()
})
