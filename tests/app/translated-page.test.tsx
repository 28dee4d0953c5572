// @module-tag long

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isUnsent } from '#src/domain/change.ts'
import { openAt } from '#tests/features/auth/end-user.ts'
import { seeReady, setupReview } from '#tests/features/listings/review/review-page.ts'
import { refused, storeChanges } from '#tests/features/outbox/stored-changes.ts'
import { DECIDE, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  listQueued,
  MEERA,
  openDrain,
  type RenderOptions,
  renderApp,
  type SyncRender,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// Chrome's translation puts each text into two <font> elements, now and whenever a text appears.

setupReview()

let translation: MutationObserver | null = null
beforeEach(() => {
  translation = null
})
afterEach(() => translation?.disconnect())

function startTranslation(): void {
  translation = new MutationObserver(translate)
  translate()
  translation.observe(document.body, { childList: true, subtree: true })
}

function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: ChildNode[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text // the walker shows texts only
    if (text.data.trim() !== '' && !text.parentElement?.closest('font, script, style, option'))
      texts.push(text)
  }
  for (const text of texts) {
    const outer = document.createElement('font')
    text.replaceWith(outer)
    outer.appendChild(document.createElement('font')).append(text.textContent ?? '')
  }
}

function seeWhole(): void {
  expect(screen.queryByText('This part cannot be shown')).toBeNull()
}

const FLAT = wireListing({ _id: 'f2', propertyName: 'Sea-view flat' })
const SHOP = wireListing({ _id: 's3', propertyName: 'Corner shop', saleType: 'Auction' })

test('decisions on a translated board show no error, and are sent', async () => {
  const { bodies, respond } = recorded()
  const { runtime } = renderApp({
    address: '/dashboard?section=dashboard',
    responses: { ...panelAnswers([FLAT, SHOP]), [DECIDE]: respond },
  })
  await screen.findAllByRole('button', { name: 'Accept' })
  startTranslation()
  for (const name of ['Accept', 'Cancel']) {
    const [button] = await screen.findAllByRole('button', { name })
    if (button) fireEvent.click(button)
    await waitFor(() => expect(bodies.length).toBeGreaterThan(0))
    seeWhole()
  }
  const isSent = async () => !(await listQueued(runtime)).some(isUnsent)
  await waitFor(async () => expect(await isSent()).toBe(true))
  seeWhole()
})

test('sections are left and opened again on a translated page', async () => {
  renderApp({ address: '/dashboard?section=outbox', responses: panelAnswers([FLAT]) })
  await screen.findByRole('heading', { name: 'Outbox' })
  startTranslation()
  const sections = ['User Management', 'Loan Applications', 'Property Management']
  for (const section of [...sections, ...sections]) {
    await user.press('Menu')
    await user.follow(section)
    await screen.findByRole('heading', { name: section })
    seeWhole()
  }
})

test('wrong entries change a translated form', async () => {
  openAt('/account/register')
  await screen.findByRole('button', { name: 'Create account' })
  startTranslation()
  await user.press('Create account')
  expect(await screen.findByText('Enter your name.')).toBeVisible()
  await user.fill({ 'Full name': 'Nisha Patil' })
  await waitFor(() => expect(screen.queryByText('Enter your name.')).toBeNull())
  seeWhole()
})

/** Reads again what the screen shows, as happens every 30 seconds. */
const readAgain = ({ runtime }: SyncRender) => act(() => runtime.queryClient.invalidateQueries())

const decide = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

const NEWS = {
  id: 'm1',
  kind: 'changes-needed',
  listingId: 'a'.repeat(24),
  hasListing: true,
  title: 'Sunlit flat',
  at: '2026-01-05T10:00:00.000Z',
  isRead: false,
  isAnswered: false,
  reason: { sentence: 'Add clear photos.', note: 'The kitchen is missing.' },
}
const inbox = (...news: object[]) => ({
  'GET /account/messages': ok(news, { meta: { unread: news.length, nextCursor: null } }),
  'GET /account/push': ok({ publicKey: 'AQID', isOn: false }),
})

interface Story extends RenderOptions {
  /** A text of the screen before it is translated. */
  begins: string
  play(page: SyncRender): Promise<void>
}

const STORIES: Readonly<Record<string, Story>> = {
  'review mode': {
    address: '/dashboard?section=property&review=next',
    responses: { ...panelAnswers([FLAT, SHOP]), [DECIDE]: recorded().respond },
    begins: '1 of 2',
    async play() {
      await seeReady('Sea-view flat')
      decide('a')
      await user.sees('2 of 2')
      await seeReady('Corner shop')
      // Only once the device has stored the decision.
      const isUndo = (button: HTMLElement) => /^Undo/.test(button.textContent ?? '')
      await waitFor(() => expect(screen.getAllByRole('button').find(isUndo)).toBeEnabled())
      decide('u')
      await user.sees('1 of 2')
      await seeReady('Sea-view flat')
      decide('r')
      await seeReady('Corner shop')
      decide('a')
      await screen.findByRole('region', { name: 'All reviewed' })
    },
  },
  'the filters of the desk': {
    address: '/dashboard?section=property',
    responses: panelAnswers([FLAT, SHOP]),
    begins: 'Sea-view flat',
    async play() {
      const search = await screen.findByRole('searchbox')
      fireEvent.change(search, { target: { value: 'nothing like it' } })
      await user.sees(/^No property matches/)
      await user.press('Clear search', screen.getByRole('main'))
      await user.press('On Rent/PG')
      await user.sees(/^No properties under this tab/)
      await user.seesNo('Sea-view flat')
      await user.press('All')
      await user.sees('Sea-view flat')
    },
  },
  'a board on which others decide': {
    address: '/dashboard?section=dashboard',
    responses: panelAnswers([FLAT, SHOP]),
    begins: 'awaiting review',
    async play(page) {
      answer(panelAnswers([{ ...FLAT, status: 'approved' }, SHOP]))
      await readAgain(page)
      await waitFor(() =>
        expect(screen.getByText('awaiting review').closest('p')).toHaveTextContent(/^1 aw/),
      )
      answer(panelAnswers([FLAT, SHOP].map((one) => ({ ...one, status: 'approved' }))))
      await readAgain(page)
      await user.sees('Nothing to review')
      answer(panelAnswers([FLAT]))
      await readAgain(page)
      await user.sees('awaiting review')
      await user.seesNo('Nothing to review')
    },
  },
  'messages that arrive': {
    session: MEERA,
    address: '/account/messages',
    responses: inbox(NEWS),
    begins: 'Sunlit flat',
    async play(page) {
      answer(inbox({ ...NEWS, id: 'm2', title: 'Corner shop', reason: null }, NEWS))
      await readAgain(page)
      await user.sees('Corner shop')
      await screen.findByRole('link', { name: /^Messages ?\(2 new\)$/ })
      answer(inbox({ ...NEWS, isAnswered: true, reason: null }))
      await readAgain(page)
      await user.sees(/no longer rejected/)
      await user.seesNo('Corner shop')
    },
  },
  'the outbox': {
    address: '/dashboard?section=outbox',
    responses: panelAnswers([FLAT]),
    begins: 'Nothing is waiting',
    async play({ runtime }) {
      await (await openDrain(runtime)).idle()
      const dueAt = Date.now() + 90_000
      const lastError = { status: 429, code: 'rate-limited', message: 'Slow down.' }
      const later = { tries: 1, notBefore: dueAt, floor: dueAt, lastError }
      const parked = refused(422, null, 'This listing cannot be approved yet.')
      await storeChanges(
        { ...parked, entityId: 'one', entityName: 'Lake View' },
        { ...later, entityId: 'two', entityName: 'Hill View' },
      )
      await user.sees(/cannot be approved yet/)
      await user.sees(/^Next try in/)
      await user.seesNo('Nothing is waiting')
      for (let left = 2; left > 0; left -= 1) {
        const [discard] = await screen.findAllByRole('button', { name: 'Discard' })
        if (discard) fireEvent.click(discard)
        await user.confirm(/Discard/)
        await waitFor(() =>
          expect(screen.queryAllByRole('button', { name: 'Discard' })).toHaveLength(left - 1),
        )
      }
      await user.sees('Nothing is waiting')
    },
  },
  'the form of a listing': {
    session: MEERA,
    address: '/account/listings?open=new',
    responses: {
      'GET /account/listings': ok([], { meta: { usualWaitMinutes: null } }),
      ...inbox(),
      'PUT /account/listings/:id': noAnswer,
    },
    begins: 'Step 1 of 6',
    async play() {
      await user.press('Next')
      await user.sees('Choose a deal.')
      await user.pick(/^Rent out/)
      await user.pick('Apartment')
      await user.press('Next')
      await user.sees('Step 2 of 6')
      await user.sees(/^The server cannot be reached/)
      await user.press('Back')
      await user.sees('Step 1 of 6')
    },
  },
}

test.each(Object.keys(STORIES))('%s stays whole and right on a translated page', async (name) => {
  const { begins, play, ...options } = STORIES[name] ?? { begins: '', play: async () => {} }
  const page = renderApp(options)
  await screen.findAllByText(begins)
  startTranslation()
  await play(page)
  seeWhole()
})
