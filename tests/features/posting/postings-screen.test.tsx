// @module-tag slow
import { Blob as NodeBlob } from 'node:buffer'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { OwnPosting, PostingSummary } from '#src/domain/posting/own-posting.ts'
import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { WIZARD_STEPS } from '#src/features/posting/wizard-steps.ts'
import { openListings } from '#src/uploads/listings/page-listings.ts'
import type { UnsentListing } from '#src/uploads/listings/use-unsent-listings.ts'
import { openUploads } from '#src/uploads/page-uploads.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  answer,
  MEERA,
  renderApp,
  type ScriptedAnswer,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const ID = 'a'.repeat(24)
const LIST = 'GET /account/listings'
const ONE = `/account/listings/${ID}`

const SHARED = {
  id: ID,
  version: 3,
  state: 'draft',
  label: 'Draft',
  isLive: false,
  hasChanges: false,
  actions: ['edit', 'submit', 'delete'],
  queuePlace: null,
  expiresAt: null,
  reason: null,
} as const

function summary(change: Partial<PostingSummary> = {}): PostingSummary {
  const place = { city: 'Pune', locality: 'Baner', price: null, rent: 32_000, startingBid: null }
  return {
    ...SHARED,
    ...place,
    actions: [...SHARED.actions],
    deal: 'rent',
    kind: 'apartment',
    title: 'Sunlit flat',
    views: null,
    missingMedia: null,
    ...change,
  }
}

function posting(draft: Partial<PostingDraft>, version = 3): OwnPosting {
  return {
    ...SHARED,
    version,
    actions: [...SHARED.actions],
    draft: { ...EMPTY_DRAFT, ...draft },
    files: [],
  }
}

const listOf = (postings: PostingSummary[], usualWaitMinutes: number | null = null) =>
  ok(postings, { meta: { usualWaitMinutes } })
const one = (data: OwnPosting) => ok(data)

const FLAT: Partial<PostingDraft> = {
  deal: 'rent',
  kind: 'apartment',
  city: 'Pune',
  locality: 'Baner',
  pincode: '411045',
  title: 'Sunlit 2 BHK in Baner',
  description: 'Second floor, two balconies, covered parking.',
  area: 980,
  bhk: 2,
  rent: 32_000,
}

const step = (title: string) => screen.findByRole('heading', { name: title })

/** Records each saved draft with its `If-Match`. Answers with versions that count up from `first`. */
function saving(first = 1) {
  const saved: { draft: PostingDraft; match: string | null }[] = []
  let version = first - 1
  const answered: ScriptedAnswer = async (request) => {
    const draft = (await request.json()) as PostingDraft
    saved.push({ draft, match: request.headers.get('If-Match') })
    version += 1
    return HttpResponse.json(one(posting(draft, version)))
  }
  return { saved, answered }
}

function open(responses: Record<string, ScriptedAnswer>, address = `/account/listings?open=${ID}`) {
  renderApp({ address, session: MEERA, responses: { [LIST]: listOf([summary()]), ...responses } })
  return {
    /** Stores a listing on this device only. */
    async openUnsent(draft: Partial<PostingDraft>, change: Partial<UnsentListing> = {}) {
      const content = { typed: toTyped({ ...EMPTY_DRAFT, ...draft }), media: [] }
      await openListings(MEERA.account.id).keep(
        ID,
        { ...content, version: null, submitKey: null, ...change },
        null,
      )
    },
  }
}

describe('the list', () => {
  test('describes the state of each listing and the next step', async () => {
    open(
      {
        [LIST]: listOf(
          [
            summary({ id: '1'.repeat(24), title: null, deal: null, rent: null }),
            summary({
              id: '2'.repeat(24),
              state: 'in-review',
              label: 'In review',
              isLive: true,
              queuePlace: 4,
              views: { total: 12, lastWeek: 3 },
              actions: ['edit', 'withdraw', 'renew'],
            }),
          ],
          130,
        ),
      },
      '/account/listings',
    )
    const [draft, waiting] = await screen.findAllByRole('listitem')
    expect(draft).toHaveTextContent('Untitled listing')
    expect(
      within(draft as HTMLElement).getByRole('button', { name: 'Continue Untitled listing' }),
    ).toBeVisible()
    expect(waiting).toHaveTextContent('Rent out · Apartment · Baner, Pune · ₹32,000')
    expect(waiting).toHaveTextContent(
      'Place 4 in the queue. Usually about 2 hours. The approved version stays live.',
    )
    expect(waiting).toHaveTextContent('12 views · 3 in the last 7 days')
    expect(draft).not.toHaveTextContent('view')
    expect(screen.queryByRole('button', { name: /^Sold or let/ })).toBeNull()
  })

  test('withdraws a listing after a confirmation, with an idempotency key', async () => {
    const keys: (string | null)[] = []
    open(
      {
        [LIST]: listOf([summary({ state: 'live', label: 'Live', actions: ['edit', 'withdraw'] })]),
        [`POST ${ONE}/withdraw`]: ({ headers }) => {
          keys.push(headers.get('Idempotency-Key'))
          return HttpResponse.json({ success: true })
        },
      },
      '/account/listings',
    )
    await user.press('Withdraw: Sunlit flat')
    expect(keys).toEqual([])
    const question = await screen.findByRole('alertdialog', { name: 'Withdraw this listing?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]))
  })

  test("without a network, shows this device's unsent listings and the list that was loaded last", async () => {
    const { openUnsent } = open(
      { [LIST]: listOf([summary({ id: '1'.repeat(24), title: 'On the server' })]) },
      '/account/listings',
    )
    await screen.findByText('On the server')
    answer({ [LIST]: noAnswer, [`PUT ${ONE}`]: noAnswer })
    await openUnsent({ ...FLAT, title: 'In the lift' })
    await screen.findByText('In the lift')
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent('In the lift')
    expect(first).toHaveTextContent('On this device, not sent yet.')
    expect(second).toHaveTextContent('On the server')
    await user.press('Continue In the lift')
    expect(await screen.findByLabelText('Deal')).toHaveValue('rent')
  })

  test('a refused submission is shown on the listing, whose button leads to the refused field', async () => {
    const sentence = 'Enter a whole number, 1 to 20 bedrooms.'
    const { openUnsent } = open(
      {
        [LIST]: listOf([]),
        [`GET ${ONE}`]: one(posting(FLAT)),
        [`PUT ${ONE}`]: one(posting(FLAT)),
        [`POST ${ONE}/submit`]: refusal(400, { error: sentence, fields: { bhk: sentence } }),
      },
      '/account/listings',
    )
    await openUnsent(FLAT, { submitKey: '5'.repeat(24) })
    await user.sees(`Not sent: ${sentence}`)
    await user.press('Continue Sunlit 2 BHK in Baner')
    await step('What is it like?')
    await waitFor(() => expect(screen.getByLabelText('BHK')).toHaveFocus())
  })

  test("discards a listing's unsent edits on this device without calling the server", async () => {
    const live = summary({ state: 'live', label: 'Live', actions: ['edit', 'withdraw'] })
    const { openUnsent } = open(
      { [LIST]: listOf([live]), [`PUT ${ONE}`]: noAnswer },
      '/account/listings',
    )
    await screen.findByText('Live')
    await openUnsent(FLAT, { version: 3 })
    await user.press('Discard changes: Sunlit 2 BHK in Baner')
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
    await user.sees('Sunlit flat')
    expect(screen.queryByText(/On this device/)).toBeNull()
  })

  test('without calling the server, deletes a draft that only this device has', async () => {
    const { openUnsent } = open(
      { [LIST]: listOf([]), [`PUT ${ONE}`]: noAnswer },
      '/account/listings',
    )
    await openUnsent(FLAT)
    await user.press('Delete: Sunlit 2 BHK in Baner')
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    await user.sees('No listings yet')
  })
})

describe('the wizard', () => {
  test('shows only applicable fields, and checks and saves each step before the next one', async () => {
    const { saved, answered } = saving()
    open({
      [LIST]: listOf([]),
      [`PUT ${ONE}`]: answered,
    })
    await step('What do you offer?')
    await user.press('Next')
    expect(screen.getByText('Choose a deal.')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Deal'), 'pg')
    const kinds = within(screen.getByLabelText('Kind of property')).getAllByRole('option')
    expect(kinds.map((kind) => kind.textContent)).toEqual(['Choose', 'PG'])
    await userEvent.selectOptions(screen.getByLabelText('Kind of property'), 'pg')
    await user.press('Next')
    await waitFor(async () => expect(await step('Where is it?')).toHaveFocus())
    await waitFor(() => expect(saved).toHaveLength(1))
    await userEvent.type(screen.getByLabelText('City'), 'Pune')
    await userEvent.type(screen.getByLabelText('Locality'), 'Baner')
    await userEvent.type(screen.getByLabelText('PIN code'), '41104')
    await user.press('Next')
    expect(screen.getByText('A PIN code has six digits.')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('PIN code')).toHaveFocus())
    await userEvent.type(screen.getByLabelText('PIN code'), '5')
    await user.press('Next')
    await step('What is it like?')
    expect(screen.getByLabelText('Beds')).toBeVisible()
    expect(screen.queryByLabelText('BHK')).toBeNull()
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved.map(({ match }) => match)).toEqual([null, '"1"'])
    expect(saved[1]?.draft).toMatchObject({ deal: 'pg', kind: 'pg', pincode: '411045' })
  })

  test('without the server, continues and keeps typed values on the device, and saves them once the server answers', async () => {
    const { saved, answered } = saving()
    open({
      [`GET ${ONE}`]: one(posting({ ...FLAT, city: null })),
      [`PUT ${ONE}`]: noAnswer,
    })
    await user.press('Next')
    await userEvent.type(await screen.findByLabelText('City'), 'Nashik')
    await user.press('Next')
    await step('What is it like?')
    await user.sees(/What you typed is kept on this device/)
    answer({ [`PUT ${ONE}`]: answered })
    await user.press('Save and close')
    await screen.findByText('Sunlit flat')
    expect(saved).toMatchObject([{ draft: { city: 'Nashik' }, match: '"3"' }])
  })

  test('restores typed values after the user left the page, even without the server', async () => {
    open(
      {
        [LIST]: listOf([summary()]),
        [`GET ${ONE}`]: one(posting(FLAT)),
        [`PUT ${ONE}`]: noAnswer,
      },
      '/account/listings',
    )
    await user.press('Continue Sunlit flat')
    await user.press('Next')
    const city = await screen.findByLabelText('City')
    await userEvent.clear(city)
    await userEvent.type(city, 'Nashik')
    act(() => window.history.back())
    answer({ [`GET ${ONE}`]: noAnswer })
    await user.press('Continue Sunlit 2 BHK in Baner')
    await user.press('Next')
    expect(await screen.findByLabelText('City')).toHaveValue('Nashik')
  })

  const PHOTO = {
    id: 'b'.repeat(24),
    kind: 'photo',
    url: '/media/large.webp',
    smallUrl: '/media/small.webp',
  } as const

  async function goToPhotos() {
    for (const { isMedia } of WIZARD_STEPS) {
      if (isMedia) break
      await user.press('Next')
    }
    await screen.findByRole('region', { name: 'Photos and video' })
  }

  test('once the server answers, shows the uploaded files of a listing that this device stores', async () => {
    const { openUnsent } = open(
      {
        [LIST]: listOf([summary()]),
        [`GET ${ONE}`]: noAnswer,
        [`PUT ${ONE}`]: noAnswer,
      },
      '/account/listings',
    )
    await openUnsent(FLAT, { version: 3, media: [PHOTO.id] })
    await user.press('Continue Sunlit 2 BHK in Baner')
    await goToPhotos()
    await user.sees(/1 file is uploaded/)
    const found = { ...posting({ ...FLAT, media: [PHOTO.id] }), files: [PHOTO] }
    answer({ [`GET ${ONE}`]: one(found) })
    expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
    expect(screen.queryByText(/1 file is uploaded/)).toBeNull()
  })

  test('saving the draft keeps a photo visible that was uploaded before a reload', async () => {
    const { saved, answered } = saving(3)
    const { openUnsent } = open(
      {
        [LIST]: listOf([summary()]),
        [`GET ${ONE}`]: one(posting(FLAT)),
        [`PUT ${ONE}`]: noAnswer,
        [`POST ${ONE}/media`]: ok(PHOTO),
      },
      '/account/listings',
    )
    await openUnsent(FLAT, { version: 3, media: [PHOTO.id] })
    expectConsole('warn', /no file system for pages/)
    // Node's blob, because fake-indexeddb cannot copy jsdom's.
    await openUploads().files.add({ id: 'file-1', file: new NodeBlob(['hall']) as Blob })
    await openUploads().queued.add({
      id: 'file-1',
      userId: MEERA.account.id,
      listingId: ID,
      kind: 'photo',
      name: 'hall.jpg',
      bytes: 4,
      isPrepared: true,
      addedAt: 1,
      url: '/api/account/uploads/u1',
      isSent: true,
      problem: null,
    })
    await user.press('Continue Sunlit 2 BHK in Baner')
    await goToPhotos()
    expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
    answer({ [`PUT ${ONE}`]: answered })
    act(() => window.dispatchEvent(new Event('online'))) // makes the app try again at once
    await waitFor(() => expect(saved.at(-1)?.draft.media).toEqual([PHOTO.id]))
    await waitFor(async () => expect(await openUploads().queued.count()).toBe(0))
    expect(screen.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  })

  test('edits that were not sent before the wizard closed are sent while the list is shown', async () => {
    const { saved, answered } = saving(4)
    open(
      {
        [LIST]: listOf([summary()]),
        [`GET ${ONE}`]: one(posting(FLAT)),
        [`PUT ${ONE}`]: answered,
      },
      '/account/listings',
    )
    await user.press('Continue Sunlit flat')
    await user.press('Next')
    await userEvent.type(await screen.findByLabelText('City'), ' city')
    act(() => window.history.back())
    await waitFor(() => expect(saved.at(-1)).toMatchObject({ draft: { city: 'Pune city' } }))
    await user.seesNo(/On this device/)
  })

  test('offers to replace the draft if it was changed on another device', async () => {
    const other = posting({ ...FLAT, title: 'From the other device' }, 8)
    const body = { success: false, error: 'Changed.', code: 'version-conflict', data: {} }
    open({
      [`GET ${ONE}`]: one(posting(FLAT)),
      [`PUT ${ONE}`]: () =>
        HttpResponse.json({ ...body, data: { current: other } }, { status: 412 }),
    })
    await user.press('Next')
    await screen.findByText('This listing was changed on another device.')
    await user.press('Take the other')
    await user.press('Next')
    expect(await screen.findByLabelText('Title')).toHaveValue('From the other device')
    const { saved, answered } = saving(9)
    answer({ [`PUT ${ONE}`]: answered })
    await user.press('Save and close')
    await waitFor(() => expect(saved).toMatchObject([{ match: '"8"' }]))
  })

  /** Opens the last step. Returns the idempotency keys of all submissions; `isLost` decides which get no answer. */
  async function openLastStep(
    isLost: (keys: readonly unknown[]) => boolean,
  ): Promise<(string | null)[]> {
    const keys: (string | null)[] = []
    const { answered } = saving(4)
    open({
      [`GET ${ONE}`]: one(posting(FLAT)),
      [`PUT ${ONE}`]: answered,
      [`POST ${ONE}/submit`]: ({ headers }) => {
        keys.push(headers.get('Idempotency-Key'))
        return isLost(keys) ? HttpResponse.error() : HttpResponse.json({ success: true })
      },
    })
    for (let next = 1; next < WIZARD_STEPS.length; next += 1) await user.press('Next')
    await step('Check and submit')
    return keys
  }

  test('a submission without an answer waits on the device, and is sent again with the same idempotency key', async () => {
    const keys = await openLastStep((all) => all.length <= 2)
    expect(screen.getByText('₹32,000')).toBeVisible()
    await user.press('Submit')
    expect(
      await screen.findByText('On this device. Will be sent when there is a network.'),
    ).toBeVisible()
    expect(screen.queryByText(/^Submitted/)).toBeNull()
    await user.sees('Submitted: Sunlit 2 BHK in Baner')
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('after a lost answer, an edited listing is submitted with another idempotency key', async () => {
    const keys = await openLastStep((all) => all.at(-1) === all[0])
    await user.press('Submit')
    await user.press('Continue Sunlit 2 BHK in Baner')
    for (let next = 1; next < 4; next += 1) await user.press('Next')
    await userEvent.type(await screen.findByLabelText('Monthly rent'), '0')
    await user.press('Next')
    await user.press('Next')
    await user.press('Submit')
    await screen.findByText('Submitted')
    expect(keys.at(-1)).not.toBe(keys[0])
  })

  test('leads to the field that the server refuses on submission', async () => {
    const { answered } = saving(4)
    const error = 'The end of the auction is over.'
    open({
      [`GET ${ONE}`]: one(posting(FLAT)),
      [`PUT ${ONE}`]: answered,
      [`POST ${ONE}/submit`]: refusal(400, { error, fields: { rent: error } }),
    })
    for (const _ of [1, 2, 3, 4, 5]) await user.press('Next')
    await user.press('Submit')
    await step('What does it cost?')
    expect(screen.getByLabelText('Monthly rent')).toHaveAccessibleDescription(
      expect.stringContaining(error),
    )
  })
})
