import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { isUnsent } from '#src/domain/change.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { conflictOf, DECIDE, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  dumpDevice,
  openOutbox,
  type Responses,
  renderApp,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { seeReady, setupReview } from './review-page.ts'

setupReview()

const NEXT = '/dashboard?section=property&review=next'

const posted = (_id: string, propertyName: string, day: string, rest: object = {}) =>
  wireListing({ _id, propertyName, createdAt: `2025-06-${day}T06:00:00.000Z`, ...rest })
const VILLA = posted('v1', 'Garden villa', '03', { video: '/media/villa.mp4' })
const FLAT = posted('f2', 'Sea-view flat', '09')
const SHOP = posted('s3', 'Corner shop', '12')
const SOLD = wireListing({ _id: 'x9', propertyName: 'Old mill', status: 'approved' })

function show(responses: Responses = {}, address = NEXT) {
  const { paths, bodies, respond } = recorded()
  const page = renderApp({
    address,
    responses: { ...panelAnswers([SHOP, SOLD, VILLA, FLAT]), [DECIDE]: respond, ...responses },
  })
  /** The listing and status of each decision that the server received, in order. */
  const sent = () =>
    paths().map((path, index) => {
      const { status } = bodies[index] as { status: string } // the app sends this shape
      return `${path.split('/').at(-2)} ${status}`
    })
  return {
    ...page,
    sent,
    seeSent: (...all: string[]) => waitFor(() => expect(sent()).toEqual(all)),
  }
}

/** Opens review mode, and waits until its first listing accepts decisions. */
async function startReview(responses: Responses = {}) {
  const page = show(responses)
  await seeReady('Garden villa')
  return page
}

function press(key: string, init: KeyboardEventInit = {}) {
  return fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })
}

/** The announcement of the review, apart from toasts and notices. */
function said() {
  return document.querySelector('.review > [role="status"]')?.textContent
}

test('the card begins with what changed and why, and ends with the rest', async () => {
  const photo = (id: string, isNew: boolean) => ({
    id,
    kind: 'photo',
    url: `https://photos.example/${id}.jpg`,
    smallUrl: `https://photos.example/${id}`,
    isNew,
  })
  const [kept, added] = [photo('a'.repeat(24), false), photo('b'.repeat(24), true)]
  const villa = {
    ...VILLA,
    resubmittedAt: '2025-06-20T06:00:00.000Z',
    city: 'Pune',
    pincode: '411045',
  }
  await startReview({
    ...panelAnswers([villa]),
    'GET /admin/properties/:id/posting': ok({
      content: {
        deal: 'rent',
        kind: 'apartment',
        area: 980,
        description: 'Two balconies.',
        media: [],
      },
      media: [kept, added],
      changes: [{ field: 'title', before: 'Villa' }],
      earlierReason: {
        at: '2025-06-18T06:30:00.000Z',
        label: 'Wrong title',
        sentence: '',
        note: '',
      },
      checks: [{ code: 'no-title', sentence: 'The title is short.', listing: null }],
      owner: { listings: 4, approved: 3, rejected: 1, memberSince: null },
    }),
  })
  const card = within(screen.getByRole('article', { name: 'Garden villa' }))
  await card.findByText('Two balconies.')
  const inOrder = [
    card.getByText(/Wrong title/),
    card.getByText(/^Was Villa/),
    card.getByRole('list', { name: 'New photos' }),
    card.getByRole('heading', { name: 'Garden villa' }),
    card.getByText('₹7,25,00,000'),
    card.getByText(/Pune/),
    card.getByRole('list', { name: 'Photos' }),
    card.getByText('Two balconies.'),
    card.getByText('The title is short.'),
    card.getByText('Approved before'),
    card.getByText('Area (sq ft)'),
    card.getByText('Listing type'),
    card.getByRole('button', { name: 'All details and history' }),
  ]
  const isBefore = (one: Node, other: Node | undefined) =>
    !other || Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
  for (const [place, part] of inOrder.entries())
    expect(isBefore(part, inOrder[place + 1]), part.textContent ?? '').toBe(true)
  await waitFor(async () => expect(await dumpDevice('cache')).toMatch(/"photos\\?"/))
})

describe('review mode by keys', () => {
  test('starts with the oldest listing, and each decision shows the next one', async () => {
    const { seeSent } = await startReview()
    expect(screen.getByText('1 of 3')).toBeVisible()
    expect(document.title).toBe('Garden villa · Review · Admin Panel')
    press('a')
    await seeReady('Sea-view flat')
    await waitFor(() => expect(said()).toBe('Accepted: Garden villa. 2 of 3.'))
    press('r')
    await seeReady('Corner shop')
    await waitFor(() => expect(said()).toBe('Rejected: Sea-view flat. 3 of 3.'))
    expect(window.location.search).toBe('?section=property&review=s3')
    await seeSent('v1 approved', 'f2 rejected')
    press('a')
    await user.sees('All reviewed')
    await waitFor(() => expect(screen.getByRole('region', { name: 'All reviewed' })).toHaveFocus())
    expect(document.title).toBe('Review · Admin Panel')
  })

  test('the next listing is there before the decision is stored, which is said only then', async () => {
    const { runtime, seeSent } = await startReview()
    const store = await openOutbox(runtime)
    const { queueChange } = store
    const gate = createGate<null>()
    store.queueChange = (draft) => gate.pass().then(() => queueChange(draft))
    press('a')
    await screen.findByRole('article', { name: 'Sea-view flat' })
    expect(said()).toBe('')
    press('r')
    gate.open(null)
    await waitFor(() => expect(said()).toBe('Accepted: Garden villa. 2 of 3.'))
    await seeReady('Sea-view flat')
    await seeSent('v1 approved')
  })

  test('a decision that the device cannot store brings its listing back', async () => {
    const { runtime, sent } = await startReview()
    const store = await openOutbox(runtime)
    const gate = createGate<null>()
    const { queueChange } = store
    store.queueChange = () => gate.pass().then(() => Promise.reject(new Error('disk full')))
    press('a')
    await screen.findByRole('article', { name: 'Sea-view flat' })
    expectConsole('error', /could not be saved on this device/)
    gate.open(null)
    await seeReady('Garden villa')
    await user.sees(/could not save the change, so nothing was sent/)
    expect(said()).toBe('')
    expect(window.location.search).toBe('?section=property&review=v1')
    expect(sent()).toEqual([])
    store.queueChange = queueChange
    press('r')
    await seeReady('Sea-view flat')
    await waitFor(() => expect(sent()).toEqual(['v1 rejected']))
  })

  test('shows a listing next that was resubmitted meanwhile, says so, and then goes on where it was', async () => {
    const page = await startReview()
    press('j')
    await seeReady('Sea-view flat')
    const resubmittedAt = '2025-06-20T06:00:00.000Z'
    const returned = posted('r4', 'Hill house', '01', { resubmittedAt })
    answer(panelAnswers([SHOP, SOLD, VILLA, FLAT, returned]))
    await act(() => page.runtime.queryClient.refetchQueries())
    press('j')
    await seeReady('Hill house')
    expect(screen.getByText(/^It was resubmitted while you reviewed/)).toBeVisible()
    press('a')
    await seeReady('Corner shop')
    expect(screen.queryByText(/^It was resubmitted while you reviewed/)).toBeNull()
  })

  test('keys skip a listing and go back to it, and the end of the review shows the number of skipped listings', async () => {
    await startReview()
    press('k')
    expect(said()).toBe('There is none before it.')
    press('j')
    await seeReady('Sea-view flat')
    press('a')
    await seeReady('Corner shop')
    press('k')
    // The key K goes back past decided listings, to which only Undo returns.
    await seeReady('Garden villa')
    press('j')
    await seeReady('Corner shop')
    press('j')
    await user.sees('You skipped 2')
    expect(screen.getByText('They still need a decision.')).toBeVisible()
    press('k')
    await seeReady('Corner shop')
    press('j')
    await user.press('Review the 2 left')
    await seeReady('Garden villa')
  })

  test('Undo reverts the last decision of this review and shows its listing again', async () => {
    const { seeSent } = await startReview()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
    press('r')
    await seeReady('Sea-view flat')
    await seeSent('v1 rejected')
    press('u')
    await seeReady('Garden villa')
    expect(said()).toBe('Undone: Garden villa. 1 of 3.')
    await seeSent('v1 rejected', 'v1 pending')
  })

  test('Undo removes an unsent decision made while working offline', async () => {
    expectConsole(
      'error',
      /Could not load (listings|reasons|review-rules|submissions|claims|listing-notes|inbox|note-readers)/,
    )
    const { runtime, sent } = await startReview()
    await act(() => runtime.sync.outbox.workOffline.set(true))
    await screen.findByText(/^Saved copy from/)
    press('a')
    await seeReady('Sea-view flat')
    await waitFor(() => expect(runtime.sync.view.get().changes.map(isUnsent)).toEqual([true]))
    press('u')
    await seeReady('Garden villa')
    await waitFor(() => expect(runtime.sync.view.get().changes).toEqual([]))
    expect(sent()).toEqual([])
  })

  test('ignores decision keys until the next listing is ready', async () => {
    const { seeSent } = await startReview()
    press('a')
    press('a')
    const next = await screen.findByRole('heading', { name: 'Sea-view flat' })
    press('a')
    expect(next.closest('.review')).toHaveAttribute('data-state', 'arriving')
    await seeReady('Sea-view flat')
    await seeSent('v1 approved')
  })

  test('P and Space play and pause the video, but Space on a focused button presses the button', async () => {
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
    const isPaused = vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
    await startReview()
    press('p')
    await waitFor(() => expect(document.querySelector('.review-media video')).not.toBeNull())
    press(' ')
    expect(pause).toHaveBeenCalledTimes(1)
    isPaused.mockReturnValue(true)
    expect(press(' ')).toBe(false)
    expect(play).toHaveBeenCalledTimes(1)
    screen.getByRole('button', { name: 'Skip' }).focus()
    expect(press(' ')).toBe(true)
    press('p')
    expect(play).toHaveBeenCalledTimes(2)
  })

  test('ignores held keys and keys with a modifier, and recognises keys of other scripts by their position', async () => {
    const { sent } = await startReview()
    const inits = [{ repeat: true }, { ctrlKey: true }, { altKey: true }, { metaKey: true }]
    for (const init of inits) press('a', init)
    press('A', { shiftKey: true })
    press('ज', { code: 'KeyJ' })
    await seeReady('Sea-view flat')
    press('k')
    await seeReady('Garden villa')
    expect(sent()).toEqual([])
  })

  test('the help lists the keyboard shortcuts, blocks them while it is open, and can turn them off', async () => {
    const { seeSent } = await startReview()
    press('?', { shiftKey: true })
    const help = await screen.findByRole('dialog', { name: 'Keys' })
    expect(within(help).getByText('Undo the last decision made here')).toBeVisible()
    press('a')
    fireEvent.click(within(help).getByRole('switch', { name: 'Single-letter shortcuts' }))
    fireEvent.keyDown(help, { key: 'Escape' })
    await waitFor(() => expect(help).not.toBeInTheDocument())
    press('a')
    press('j')
    expect(screen.getByRole('heading', { name: 'Garden villa' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-keyshortcuts')
    expect(localStorage.getItem('single-keys')).toBe('off')
    await user.press('Accept')
    await seeReady('Sea-view flat')
    await seeSent('v1 approved')
  })
})

describe('changes by others', () => {
  async function readAgain(listings: object[]) {
    const page = await startReview()
    answer(panelAnswers(listings))
    await act(() => page.runtime.queryClient.refetchQueries())
    return page
  }

  test('a listing decided elsewhere stays visible, and accepts no decision', async () => {
    const { sent } = await readAgain([{ ...VILLA, status: 'rejected', version: 4 }, FLAT, SHOP])
    await user.sees('It is Rejected already. Nothing is left to decide.')
    expect(screen.getByRole('button', { name: 'Accept' })).toBeDisabled()
    press('a')
    await user.press('Next')
    await seeReady('Sea-view flat')
    expect(screen.getByText('1 of 2')).toBeVisible()
    expect(sent()).toEqual([])
  })

  test('a listing deleted elsewhere is shown as deleted, and the position in the review is kept', async () => {
    await readAgain([posted('o0', 'Farm', '01'), FLAT, SHOP])
    await user.sees('This property is not in the list')
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await seeReady('Sea-view flat')
  })

  test('a conflict shows the other decision and links to the outbox', async () => {
    const { runtime } = await startReview({ [DECIDE]: conflictOf(VILLA) })
    press('a')
    await seeReady('Sea-view flat')
    await user.sees('Garden villa was already rejected on Office laptop.')
    await waitFor(() => expect(runtime.sync.view.get().changes[0]?.state).toBe('conflict'))
    press('k')
    await seeReady('Garden villa')
    expect(
      screen.getByText(/^Rejected on Office laptop.*Choose which of the two decisions stands/),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the outbox' })).toBeVisible()
  })
})

describe('entering and leaving review', () => {
  test('a review that was opened from the dashboard returns there', async () => {
    show({}, '/dashboard')
    await user.follow('Review 3 pending')
    await seeReady('Garden villa')
    press('j')
    await seeReady('Sea-view flat')
    press('Escape')
    expect(await screen.findByRole('heading', { name: 'Properties Listing Board' })).toBeVisible()
    expect(window.location.search).toBe('')
    await waitFor(() => expect(document.title).toBe('Dashboard · Admin Panel'))
  })

  test('a review that was opened from the filtered table has its listings only, and returns to it', async () => {
    show({}, '/dashboard?section=property&tab=sell')
    await user.follow(/^Review these/)
    await seeReady('Garden villa')
    await user.press('Leave review')
    expect(await screen.findByRole('button', { name: /^On Sell/, pressed: true })).toBeVisible()
  })

  test('beside a filter with nothing to review, the link says that it leads to all', async () => {
    show({}, '/dashboard?section=property&status=approved')
    await user.follow('Review all 3 pending')
    await seeReady('Garden villa')
  })

  test('a review that was opened by the URL of one listing starts there, and leads to the table when it is left', async () => {
    show({}, '/dashboard?section=property&review=f2')
    await seeReady('Sea-view flat')
    expect(screen.getByText('2 of 3')).toBeVisible()
    press('Escape')
    expect(await screen.findByRole('heading', { name: 'Property Management' })).toBeVisible()
  })

  test('without pending listings, the review shows a message, and the table has no link to the review', async () => {
    show(panelAnswers([SOLD]))
    await user.sees('All reviewed')
    await user.sees('No listing needs a decision. New ones appear here as they are posted.')
    fireEvent.click(screen.getAllByRole('button', { name: 'Leave review' })[0] ?? document.body)
    expect(await screen.findByRole('heading', { name: 'Property Management' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull()
  })

  test('the details of a listing open over the review, and disable its keys', async () => {
    const { sent } = await startReview({ 'GET /admin/properties/:id/history': refusal(404) })
    await user.press('All details and history')
    const sheet = await screen.findByRole('dialog', { name: 'Garden villa' })
    // The saved videos are open, which a press must not interrupt.
    await waitFor(() => expect(sheet.querySelector('.save-video:empty')).toBeNull())
    press('a')
    await user.press('Close', sheet)
    const opener = screen.getByRole('button', { name: 'All details and history' })
    await waitFor(() => expect(opener).toHaveFocus())
    expect(sent()).toEqual([])
  })
})
