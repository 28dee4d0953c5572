import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { seeReady, setupReview } from '#tests/features/listings/review/review-page.ts'
import {
  DECIDE,
  listReasons,
  NO_NETWORK,
  panelAnswers,
  wireListing,
} from '#tests/support/panel-answers.ts'
import { answer, OPERATOR, type Responses, renderApp } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// Where a rejection needs a reason, the decision and its reason are one change.

setupReview()

const VILLA = wireListing({ _id: 'v1', propertyName: 'Garden villa' })
const SHOP = wireListing({
  _id: 's2',
  propertyName: 'Corner shop',
  createdAt: '2025-07-01T06:00:00.000Z',
})
const IN_REVIEW = '/dashboard?section=property&review=next'
const REASONS = 'GET /admin/reasons'
const NOTE = 'Note to the seller'
const PHOTOS = { code: 'photos', note: '', changesNeeded: true }
const REJECTED = { status: 'rejected', reason: PHOTOS }

interface Shown {
  address?: string
  listings?: object[]
  responses?: Responses
}

/** Shows the panel and waits until it knows that a rejection needs a reason. */
async function show(shown: Shown = {}) {
  const opened = await showOpen({ [REASONS]: listReasons(true), ...shown.responses }, shown)
  await waitFor(() => expect(needsReason(opened.runtime)).toBe(true))
  return opened
}

function needsReason({ sync }: Pick<ReturnType<typeof renderApp>['runtime'], 'sync'>): boolean {
  const rejection = { kind: 'status', to: 'rejected' } as const
  return sync.outbox.questions.isNeededFor({ version: 3 }, rejection)
}

async function showOpen(
  responses: Responses,
  { address = IN_REVIEW, listings = [VILLA, SHOP] }: Shown = {},
) {
  const sent = recorded(ok())
  const { runtime, unmount } = renderApp({
    address,
    responses: {
      ...panelAnswers(listings),
      'GET /admin/properties/:id/history': ok([], { meta: { rejection: null } }),
      [DECIDE]: sent.respond,
      ...responses,
    },
  })
  return { runtime, unmount, sent, listChanges: () => runtime.sync.view.get().changes }
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const findSheet = () => screen.findByRole('dialog', { name: 'Reason for the rejection' })
const seeNoSheet = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
async function seeFocusOnList() {
  const first = await screen.findByRole('button', { name: 'Photos missing or unclear' })
  await waitFor(() => expect(first).toHaveFocus())
}

describe('in review', () => {
  test('R, the number of the reason and Enter reject with it: three keys, one change', async () => {
    const { sent, listChanges } = await show()
    await seeReady('Garden villa')
    press('r')
    await user.sees('Garden villa is rejected with the reason that you choose.')
    await seeFocusOnList()
    expect(sent.bodies).toEqual([])
    expect(listChanges()).toEqual([])
    press('1')
    press('Enter')
    await waitFor(() => expect(sent.bodies).toEqual([REJECTED]))
    await seeReady('Corner shop')
    await seeNoSheet()
    expect(listChanges()).toHaveLength(1)
    await user.sees('Property rejected!')
  })

  test('Escape decides nothing, and what was typed is there the next time', async () => {
    const { sent, listChanges } = await show()
    await seeReady('Garden villa')
    press('r')
    await user.fill({ [NOTE]: 'The kitchen is missing.' })
    fireEvent.keyDown(await findSheet(), { key: 'Escape' })
    await seeNoSheet()
    await seeReady('Garden villa')
    expect([sent.bodies, listChanges()]).toEqual([[], []])
    await user.press(/^Reject/)
    expect(await screen.findByLabelText(NOTE)).toHaveValue('The kitchen is missing.')
    await user.press('Reject', await findSheet())
    await user.sees('Choose a reason: a rejection needs one. With Cancel, nothing is rejected.')
    expect(listChanges()).toEqual([])
  })

  test('Accept asks nothing, and Undo takes a rejection back with its reason', async () => {
    const { sent } = await show()
    await seeReady('Garden villa')
    press('r')
    await seeFocusOnList()
    press('1')
    press('Enter')
    await seeReady('Corner shop')
    await waitFor(() => expect(sent.bodies).toHaveLength(1))
    press('u')
    await seeReady('Garden villa')
    await waitFor(() => expect(sent.bodies).toHaveLength(2))
    press('a')
    await waitFor(() => expect(sent.bodies).toHaveLength(3))
    expect(sent.bodies).toEqual([REJECTED, { status: 'pending' }, { status: 'approved' }])
  })

  test('without a network, one change with the reason waits, survives a reload, and is sent once', async () => {
    const { runtime, unmount, listChanges } = await show()
    await seeReady('Garden villa')
    await runtime.sync.persister.idle()
    answer({
      ...NO_NETWORK,
      [DECIDE]: noAnswer,
      [REASONS]: noAnswer,
      'GET /admin/properties': noAnswer,
    })
    press('r')
    await seeFocusOnList()
    press('1')
    press('Enter')
    await seeReady('Corner shop')
    const [waiting, ...more] = listChanges()
    expect(waiting?.action).toEqual({ kind: 'status', to: 'rejected', reason: PHOTOS })
    expect(more).toEqual([])
    unmount()
    await runtime.dispose()

    const sent = recorded(ok())
    const { runtime: reloaded } = renderApp({
      address: '/dashboard?section=outbox',
      responses: { ...panelAnswers([VILLA, SHOP]), [DECIDE]: sent.respond },
    })
    await reloaded.sync.outbox.syncNow()
    await waitFor(() => expect(sent.bodies).toEqual([REJECTED]))
    expect(sent.headers('Idempotency-Key')).toEqual([waiting?.key])
  })
})

test('the button Cancel of the details, and the select of the table, ask too', async () => {
  const { sent } = await show({ address: '/dashboard?section=property&open=v1' })
  const details = await screen.findByRole('dialog', { name: 'Garden villa' })
  await user.press('Cancel', details)
  await user.press('Price implausible', await findSheet())
  await user.press('Reject', await findSheet())
  const price = { code: 'price', note: '', changesNeeded: false }
  await waitFor(() => expect(sent.bodies).toEqual([{ status: 'rejected', reason: price }]))
  await user.press(/^Close/, details)
  const select = await screen.findByLabelText('Status of Corner shop')
  fireEvent.change(select, { target: { value: 'rejected' } })
  await findSheet()
  expect(select).toHaveValue('pending')
  await user.press('Cancel', await findSheet())
  await waitFor(() => expect(sent.bodies).toHaveLength(1))
})

describe('a rejection that the server refused', () => {
  const refused = refusal(409, { error: 'A rejection needs a reason.', code: 'reason-required' })

  /** Queues rejections as a device that does not know the rule, and waits for the refusals. */
  async function showRefused(listings: object[]) {
    const shown = await show({
      address: '/dashboard?section=outbox',
      listings,
      responses: { [DECIDE]: refused },
    })
    const { outbox } = shown.runtime.sync
    outbox.questions.setRequired(false)
    for (const id of ['v1', 's2'].slice(0, listings.length)) {
      const seen = { id, name: `Listing ${id}`, status: 'pending', version: 3 } as const
      await outbox.queueListing(seen, { kind: 'status', to: 'rejected' }, 'table')
    }
    await waitFor(() =>
      expect(shown.listChanges().map(({ state }) => state)).toEqual(listings.map(() => 'parked')),
    )
    const sent = recorded(ok())
    answer({ [DECIDE]: sent.respond })
    return { ...shown, sent }
  }

  test('is not lost: the outbox says why, asks for the reason, and rejects with it', async () => {
    const { sent, listChanges } = await showRefused([VILLA])
    await user.sees('A rejection needs a reason by now, so the listing was not rejected.')
    await user.press('Give a reason', screen.getByRole('list', { name: 'Changes' }))
    await user.press('Photos missing or unclear', await findSheet())
    await user.press('Reject', await findSheet())
    await waitFor(() => expect(sent.bodies).toEqual([REJECTED]))
    await waitFor(() => expect(listChanges().map(({ state }) => state)).toEqual(['acked']))
  })

  test('is announced with a button for the reason, and the device knows the rule from then on', async () => {
    let isRequired = false
    const { sent, listChanges, runtime } = await showOpen({
      [REASONS]: () => Response.json(listReasons(isRequired)),
      [DECIDE]: refused,
    })
    await seeReady('Garden villa')
    isRequired = true
    press('r')
    await seeReady('Corner shop')
    const message = await screen.findByText('Failed to reject property.')
    await waitFor(() => expect(needsReason(runtime)).toBe(true))
    answer({ [DECIDE]: sent.respond })
    await user.press('Give a reason', message.closest<HTMLElement>('.toast') ?? undefined)
    await user.press('Photos missing or unclear', await findSheet())
    await user.press('Reject', await findSheet())
    await waitFor(() => expect(sent.bodies).toEqual([REJECTED]))
    expect(listChanges().map(({ state }) => state)).toHaveLength(1)
  })

  test('can get one reason with all others', async () => {
    const { sent } = await showRefused([VILLA, SHOP])
    await user.press('One reason for 2 rejections')
    await user.sees('2 properties are rejected, all with the reason that you choose.')
    await user.press('Photos missing or unclear', await findSheet())
    await user.press('Reject 2', await findSheet())
    await waitFor(() => expect(sent.bodies).toEqual([REJECTED, REJECTED]))
    expect(sent.paths().sort()).toEqual(['s2', 'v1'].map((id) => `/admin/properties/${id}/status`))
    await user.sees('Nothing is waiting')
  })
})

test('an undo that rejects again asks once for all, and leaves them approved when it is closed', async () => {
  const rejected = [VILLA, SHOP].map((one) => ({ ...one, status: 'rejected' }))
  const { sent } = await show({ address: '/dashboard?section=property', listings: rejected })
  for (const name of ['Garden villa', 'Corner shop'])
    fireEvent.change(await screen.findByLabelText(`Status of ${name}`), {
      target: { value: 'approved' },
    })
  await waitFor(() => expect(sent.bodies).toHaveLength(2))
  await user.press('Undo all')
  const sheet = await findSheet()
  await within(sheet).findByText('2 properties are rejected, all with the reason that you choose.')
  await user.press('Photos missing or unclear', sheet)
  await user.press('Reject 2', sheet)
  await waitFor(() => expect(sent.bodies).toHaveLength(4))
  expect(sent.bodies.slice(2)).toEqual([REJECTED, REJECTED])
})

test('a server that knows no reasons is asked for none: R rejects at once, as in the specification', async () => {
  const sent = recorded(ok())
  const { version: _, ...bare } = VILLA
  const { [REASONS]: __, ...responses } = panelAnswers([bare])
  renderApp({
    address: IN_REVIEW,
    session: { ...OPERATOR, takesKeys: false },
    responses: { ...responses, [DECIDE]: sent.respond },
  })
  await seeReady('Garden villa')
  press('r')
  await waitFor(() => expect(sent.bodies).toEqual([{ status: 'rejected' }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})
