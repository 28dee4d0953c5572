// @module-tag long

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { seeReady, setupReview } from '#tests/features/listings/review/review-page.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  DECIDE,
  listReasons,
  NO_NETWORK,
  panelAnswers,
  WIRE_REASONS,
  wireListing,
} from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  openOutbox,
  type Responses,
  renderApp,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupReview()

const HISTORY = 'GET /admin/properties/:id/history'
const REASON = 'PUT /admin/properties/:id/reason'
const VILLA = wireListing({ _id: 'v1', propertyName: 'Garden villa', status: 'rejected' })
const IN_REVIEW = '/dashboard?section=property&review=next'
const AT_ONCE = '/dashboard?section=property&reason=v1'
const IN_SHEET = '/dashboard?section=property&open=v1'
const NOTE = 'Note to the seller'

const rejectedFor = (reason: object | null) =>
  ok([], { meta: { rejection: { changeKey: 'key-of-another-device', reason } } })

function show(responses: Responses = {}, address = AT_ONCE, listings = [VILLA]) {
  const call = recorded()
  let shown: object[] = listings
  const { runtime } = renderApp({
    address,
    responses: {
      ...panelAnswers(listings),
      [HISTORY]: rejectedFor(null),
      'GET /admin/properties': () => Response.json(ok(shown)),
      [DECIDE]: () => {
        // As a server does: a read after the decision has it.
        shown = [VILLA, ...listings.filter(({ _id }) => _id !== VILLA._id)]
        return Response.json(ok())
      },
      [REASON]: call.respond,
      ...responses,
    },
  })
  const hasReasons = () => runtime.queryClient.getQueryData(['saved', 'operator-1', 'reasons'])
  const listChanges = () => runtime.sync.view.get().changes
  return { runtime, given: call.bodies, hasReasons, listChanges }
}

const findSheet = () => screen.findByRole('dialog', { name: 'Reason for the rejection' })
const seeNoSheet = () => waitFor(() => expect(screen.queryByText('Save reason')).toBeNull())

describe('the reasons for a rejected listing', () => {
  test("are sent with a note, the 'Changes needed' flag and the idempotency key of the rejection", async () => {
    const { given } = show()
    await findSheet()
    await user.press('Photos missing or unclear')
    await user.sees('The seller reads: “Add clear photos of the rooms.”')
    await user.fill({ [NOTE]: ' The kitchen is missing. ' })
    await user.press('Save reason')
    const reason = { code: 'photos', note: 'The kitchen is missing.', changesNeeded: true }
    await waitFor(() => expect(given).toEqual([{ changeKey: 'key-of-another-device', ...reason }]))
    await seeNoSheet()
    await user.sees('Reason saved.')
  })

  test('are given with three keys: R or E, the number of the reason, and Enter', async () => {
    const { given } = show()
    const list = await screen.findByRole('group', { name: 'Reason' })
    const first = await screen.findByRole('button', { name: 'Photos missing or unclear' })
    await waitFor(() => expect(first).toHaveFocus())
    // Enter on a reason that is not chosen presses its button, so nothing is saved yet.
    fireEvent.keyDown(first, { key: 'Enter' })
    fireEvent.keyDown(first, { key: '9' })
    expect(given).toEqual([])
    fireEvent.keyDown(first, { key: '2' })
    const second = screen.getByRole('button', { name: 'Price implausible', pressed: true })
    expect(second).toHaveFocus()
    expect(list).toContainElement(second)
    fireEvent.keyDown(second, { key: 'Enter' })
    await waitFor(() => expect(given).toMatchObject([{ code: 'price' }]))
    await seeNoSheet()
  })

  test('switch "Changes needed" on for a reason that usually needs them, until the person decides', async () => {
    show()
    const needed = await screen.findByRole('switch', { name: 'Changes needed' })
    expect(needed).not.toBeChecked()
    await user.press('Photos missing or unclear')
    expect(needed).toBeChecked()
    await user.press('Price implausible')
    expect(needed).not.toBeChecked()
    fireEvent.click(needed)
    fireEvent.click(needed)
    await user.press('Photos missing or unclear')
    expect(needed).not.toBeChecked()
  })

  test('show the sentence with the values of the listing', async () => {
    const sentence = '{title} in {city} costs {price}.'
    show({ 'GET /admin/reasons': listReasons(false, [{ ...WIRE_REASONS[0], sentence }]) })
    await user.press('Photos missing or unclear')
    await user.sees('The seller reads: “Garden villa in Mumbai costs ₹7,25,00,000.”')
  })

  test('do not include retired reasons, except a retired reason that was given before', async () => {
    show({ [HISTORY]: rejectedFor({ code: 'old', note: 'As before.', changesNeeded: true }) })
    await findSheet()
    const old = await screen.findByRole('button', { name: 'Old reason' })
    expect(old).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByLabelText(NOTE)).toHaveValue('As before.')
    expect(screen.getByRole('switch', { name: 'Changes needed' })).toBeChecked()
    await user.press('Price implausible')
    expect(screen.queryByRole('button', { name: 'Old reason' })).toBeNull()
  })

  test('keep what is typed while another tab settles the conflict about the rejection', async () => {
    const data = { current: { ...VILLA, status: 'approved', version: 9 } }
    const { runtime, listChanges } = show({
      [DECIDE]: refusal(412, { error: 'Changed.', code: 'version-conflict', data }),
      [HISTORY]: ok([], { meta: { rejection: null } }),
    })
    const seen = { id: 'v1', name: 'Garden villa', status: 'pending', version: 3 } as const
    await runtime.sync.outbox.queueListing(seen, { kind: 'status', to: 'rejected' }, 'board')
    const find = () =>
      waitFor(() => {
        const found = listChanges().find(({ state }) => state === 'conflict')
        if (!found) throw new Error('No change is in conflict.')
        return found
      })
    const first = await find()
    await user.fill({ [NOTE]: 'The kitchen is missing.' })
    const store = await openOutbox(runtime)
    await store.keepMine(first)
    await waitFor(() => expect(listChanges()[0]?.key).not.toBe(first.key))
    expect(screen.getByLabelText(NOTE)).toHaveValue('The kitchen is missing.')
    await runtime.sync.outbox.syncNow()
    await store.keepTheirs(await find())
    await user.sees('Garden villa was decided again meanwhile. What you typed stays here.')
    expect(screen.getByLabelText(NOTE)).toHaveValue('The kitchen is missing.')
  })

  test('can be skipped: nothing is queued', async () => {
    const { listChanges } = show()
    await user.press('Price implausible')
    await user.press('Skip')
    await seeNoSheet()
    expect(listChanges()).toEqual([])
  })

  test('are not saved if no reason is chosen or the note is too long, and the note is kept', async () => {
    const { listChanges } = show()
    await screen.findByRole('button', { name: 'Price implausible' })
    const long = 'x'.repeat(501)
    await user.fill({ [NOTE]: long })
    await user.sees(/it has 501 of 500 characters/)
    await user.press('Save reason')
    await user.sees('Choose a reason, or skip this.')
    await user.press('Price implausible')
    await user.press('Save reason')
    expect(screen.getByLabelText(NOTE)).toHaveValue(long)
    expect(listChanges()).toEqual([])
  })

  test('keep typed text when the sheet is closed and reopened', async () => {
    show({}, IN_SHEET)
    await user.press('Add reason')
    await user.fill({ [NOTE]: 'The kitchen is missing.' })
    await user.press(/^Close/, await findSheet())
    await seeNoSheet()
    await user.press('Add reason')
    expect(await screen.findByLabelText(NOTE)).toHaveValue('The kitchen is missing.')
  })

  test('are replaced by a message when the listing was rejected before reasons could be given', async () => {
    show({ [HISTORY]: ok([], { meta: { rejection: null } }) })
    await user.sees(/^This property is not rejected, or it was rejected before reasons could be/)
    await seeNoSheet()
  })

  test('are replaced by a message when the listing was rejected elsewhere, and there is no network', async () => {
    expectConsole('error', /Could not load rejection/)
    show({ [HISTORY]: noAnswer })
    await user.sees(/^The server cannot be reached, and this device did not reject the property/)
    await seeNoSheet()
  })
})

describe('right after a rejection', () => {
  const OPEN = { ...VILLA, status: 'pending' }
  const NEXT = wireListing({
    _id: 's2',
    propertyName: 'Corner shop',
    createdAt: '2025-07-01T06:00:00.000Z',
  })

  test('review shows the next listing at once, and the key E opens the reasons for the rejected listing', async () => {
    const { given } = show({}, IN_REVIEW, [OPEN, NEXT])
    await seeReady('Garden villa')
    expect(screen.queryByRole('button', { name: /^Add reason/ })).toBeNull()
    fireEvent.keyDown(document.body, { key: 'r', code: 'KeyR' })
    await seeReady('Corner shop')
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body, { key: 'e', code: 'KeyE' })
    await findSheet()
    await user.sees('Garden villa is rejected already; a reason is optional.')
    await user.press('Price implausible')
    await user.press('Save reason')
    await waitFor(() => expect(given).toMatchObject([{ code: 'price', changesNeeded: false }]))
    await seeReady('Corner shop')
  })

  test('three keys reject with a reason: R, the number of the reason, and Enter', async () => {
    const { given, hasReasons, listChanges } = show({}, IN_REVIEW, [OPEN, NEXT])
    await seeReady('Garden villa')
    await waitFor(() => expect(hasReasons()).toBeDefined())
    fireEvent.keyDown(document.body, { key: '2' })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body, { key: 'r', code: 'KeyR' })
    await seeReady('Corner shop')
    fireEvent.keyDown(document.body, { key: '2' })
    const chosen = await screen.findByRole('button', { name: 'Price implausible', pressed: true })
    await waitFor(() => expect(chosen).toHaveFocus())
    expect(given).toEqual([])
    fireEvent.keyDown(chosen, { key: 'Enter' })
    await waitFor(() => expect(given).toMatchObject([{ code: 'price', changesNeeded: false }]))
    expect(listChanges().map(({ entityId }) => entityId)).toEqual(['v1', 'v1'])
    await seeReady('Corner shop')
  })

  test('without a network, the toast leads to the reasons, and the outbox contains the rejection and its reason', async () => {
    const { runtime, listChanges } = show({}, IN_REVIEW, [OPEN, NEXT])
    await seeReady('Garden villa')
    await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
    answer({ ...NO_NETWORK, [DECIDE]: noAnswer, [REASON]: noAnswer })
    await user.press(/^Reject/)
    const message = await screen.findByText(/^Saved on this device/)
    await user.press('Add reason', message.closest<HTMLElement>('.toast') ?? undefined)
    await findSheet()
    await user.press('Photos missing or unclear')
    await user.press('Save reason')
    const kinds = () => listChanges().map(({ action }) => action.kind)
    await waitFor(() => expect(kinds()).toEqual(['status', 'reason']))
    const [rejection, reason] = listChanges()
    expect(reason?.action).toMatchObject({ changeKey: rejection?.key, code: 'photos' })
  })
})

test('the sheet of a rejected listing has no button "Add reason" if the server accepts no idempotency keys', async () => {
  renderApp({
    address: IN_SHEET,
    session: { ...OPERATOR, takesKeys: false },
    responses: { ...panelAnswers([VILLA]), [HISTORY]: refusal(404) },
  })
  await screen.findByRole('dialog', { name: 'Garden villa' })
  expect(screen.queryByRole('button', { name: 'Add reason' })).toBeNull()
})
