import { Blob as NodeBlob } from 'node:buffer'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { OwnPosting, PostingSummary } from '#src/domain/posting/own-posting.ts'
import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { WIZARD_STEPS } from '#src/features/posting/wizard-steps.ts'
import type { UnsentListing } from '#src/outbox/kinds/posting/use-unsent-listings.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { openStoredUploads, storeListing } from '#tests/support/posting/stored-listing.ts'
import {
  answer,
  MEERA,
  renderApp,
  type ScriptedAnswer,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()
const db = openStoredUploads()

const ID = 'a'.repeat(24)
const LIST = 'GET /account/listings'
const READ = `GET /account/listings/${ID}`
const SAVE = `PUT /account/listings/${ID}`
const SUBMIT = `POST /account/listings/${ID}/submit`

const SHARED = {
  id: ID,
  version: 3,
  state: 'draft',
  label: 'Draft',
  isLive: false,
  hasChanges: false,
  actions: ['edit', 'submit', 'delete'] as PostingSummary['actions'],
  queuePlace: null,
  expectedBy: null,
  expiresAt: null,
  reason: null,
} as const
const LIVE: Partial<PostingSummary> = {
  state: 'live',
  label: 'Live',
  actions: ['edit', 'withdraw'],
}

function summary(change: Partial<PostingSummary> = {}): PostingSummary {
  return {
    ...SHARED,
    city: 'Pune',
    locality: 'Baner',
    price: null,
    rent: 32_000,
    startingBid: null,
    deal: 'rent',
    kind: 'apartment',
    title: 'Sunlit flat',
    views: null,
    missingMedia: null,
    photo: null,
    mediaCount: 0,
    ...change,
  }
}

function posting(draft: Partial<PostingDraft>, version = 3): OwnPosting {
  return { ...SHARED, version, draft: { ...EMPTY_DRAFT, ...draft }, files: [] }
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

/** Goes from the step with the index `from` to this one. Each step is saved before the next one is opened. */
async function goTo(title: string, from = 0): Promise<void> {
  for (const { title: shown } of WIZARD_STEPS.slice(from)) {
    await step(shown)
    await screen.findByRole('button', { name: 'Save and close', busy: false })
    if (shown === title) break
    await user.press('Next')
  }
}

/** Records each saved draft with its `If-Match`. Answers with versions that count up from `first`. */
function saving(first = 1) {
  const saved: { draft: PostingDraft; match: string | null }[] = []
  let version = first - 1
  const answered: ScriptedAnswer = async (request) => {
    const draft = (await request.json()) as PostingDraft // the app sends this shape
    saved.push({ draft, match: request.headers.get('If-Match') })
    version += 1
    return HttpResponse.json(one(posting(draft, version)))
  }
  return { saved, answered }
}

/** Opens the owner's listings. By default, the server has the draft `FLAT`, and saves nothing. */
function openAt(address: string, responses: Record<string, ScriptedAnswer>): void {
  const server = { [LIST]: listOf([summary()]), [READ]: one(posting(FLAT)), [SAVE]: noAnswer }
  renderApp({ address, session: MEERA, responses: { ...server, ...responses } })
}

const openList = (responses: Record<string, ScriptedAnswer> = {}) =>
  openAt('/account/listings', responses)
const openWizard = (responses: Record<string, ScriptedAnswer> = {}) =>
  openAt(`/account/listings?open=${ID}`, responses)

/** Stores a listing on this device only. */
async function storeUnsent(draft: Partial<PostingDraft>, change: Partial<UnsentListing> = {}) {
  const content = { typed: toTyped({ ...EMPTY_DRAFT, ...draft }), media: [] }
  const listing = { ...content, version: null, submitKey: null, ...change }
  await storeListing(MEERA.account.id, ID, listing)
}

describe('the list', () => {
  test('describes the state of each listing and the next step', async () => {
    openList({
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
    })
    const [draft, waiting] = await screen.findAllByRole('listitem')
    expect(draft).toHaveTextContent('Untitled listing')
    expect(screen.getByRole('button', { name: 'Continue Untitled listing' })).toBeVisible()
    expect(waiting).toHaveTextContent('Rent out · Apartment · Baner, Pune · ₹32,000')
    expect(waiting).toHaveTextContent(
      'Place 4 in the queue. Usually about 2 hours. The approved version stays live.',
    )
    expect(waiting).toHaveTextContent('12 views · 3 in the last 7 days')
    expect(draft).not.toHaveTextContent('view')
    expect(screen.queryByRole('button', { name: /^Mark as sold or let/ })).toBeNull()
  })

  test('says beside the place by when such listings are decided', async () => {
    const expectedBy = { half: '2099-12-01T10:00:00.000Z', fourFifths: '2099-12-02T05:30:00.000Z' }
    const waiting = { state: 'in-review', label: 'In review', queuePlace: 12 } as const
    openList({ [LIST]: listOf([summary({ ...waiting, expectedBy })], 130) })
    const item = await screen.findByRole('listitem')
    expect(item).toHaveTextContent(
      'Place 12 in the queue. Half of such listings are decided by Tue 01 Dec 2099, 15:30; four of five by Wed 02 Dec 2099, 11:00.',
    )
    expect(item).not.toHaveTextContent('Usually')
  })

  test('withdraws a listing after a confirmation, with an idempotency key', async () => {
    const call = recorded()
    openList({
      [LIST]: listOf([summary(LIVE)]),
      [`POST /account/listings/${ID}/withdraw`]: call.respond,
    })
    await user.press('Withdraw: Sunlit flat')
    expect(call.bodies).toEqual([])
    await user.confirm('Withdraw', 'Withdraw this listing?')
    const keys = () => call.headers('Idempotency-Key')
    await waitFor(() => expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]))
  })

  test('show their first photo and how many files they have', async () => {
    const photo = `/media/listings/${'1'.repeat(32)}/320.webp`
    openList({ [LIST]: listOf([summary({ ...LIVE, photo, mediaCount: 4 })]) })
    const [item] = await screen.findAllByRole('listitem')
    expect(item?.querySelector('img')).toHaveAttribute('src', photo)
    expect(item).toHaveTextContent('4 photos and videos')
  })

  test("without a network, shows this device's unsent listings and the list that was loaded last", async () => {
    openList({ [LIST]: listOf([summary({ id: '1'.repeat(24), title: 'On the server' })]) })
    await screen.findByText('On the server')
    answer({ [LIST]: noAnswer, [SAVE]: noAnswer })
    await storeUnsent({ ...FLAT, title: 'In the lift' })
    await screen.findByText('In the lift')
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent('In the lift')
    expect(first).toHaveTextContent('On this device, not sent yet.')
    expect(second).toHaveTextContent('On the server')
    await user.press('Continue In the lift')
    expect(await screen.findByRole('radio', { name: /^Rent out/ })).toBeChecked()
    // The wizard sends what the device has.
    await user.sees(/The server cannot be reached|Saved on this device/)
  })

  test('a refused submission is shown on the listing, whose button leads to the refused field', async () => {
    const sentence = 'Enter a whole number, 1 to 20 bedrooms.'
    openList({
      [LIST]: listOf([]),
      [SAVE]: one(posting(FLAT)),
      [SUBMIT]: refusal(400, { error: sentence, code: 'invalid-input', fields: { bhk: sentence } }),
    })
    await storeUnsent(FLAT, { submitKey: '5'.repeat(24) })
    await user.sees(`Not sent: ${sentence}`)
    await user.press('Continue Sunlit 2 BHK in Baner')
    await step('What is it like?')
    await waitFor(() => expect(screen.getByLabelText('BHK')).toHaveFocus())
  })

  test("discards a listing's unsent edits on this device without calling the server", async () => {
    openList({ [LIST]: listOf([summary(LIVE)]) })
    await screen.findByText('Live')
    await storeUnsent(FLAT, { version: 3 })
    await user.press('Discard changes: Sunlit 2 BHK in Baner')
    await user.confirm('Discard', 'Discard your changes?')
    await user.sees('Sunlit flat')
    expect(screen.queryByText(/On this device/)).toBeNull()
  })

  test('without calling the server, deletes a draft that only this device has', async () => {
    openList({ [LIST]: listOf([]) })
    await storeUnsent(FLAT)
    await user.press('Delete: Sunlit 2 BHK in Baner')
    await user.confirm('Delete')
    await user.sees('No listings yet')
  })
})

describe('the wizard', () => {
  test('shows only applicable fields, and checks and saves each step before the next one', async () => {
    const { saved, answered } = saving()
    openWizard({ [LIST]: listOf([]), [SAVE]: answered })
    await step('What do you offer?')
    await user.press('Next')
    expect(screen.getByText('Choose a deal.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('radio', { name: /^Sell/ })).toHaveFocus())
    await user.pick(/^Rent out/)
    await user.pick('PG beds')
    const kinds = within(screen.getByRole('radiogroup', { name: 'Kind of property' }))
    expect(kinds.getAllByRole('radio')).toHaveLength(1)
    expect(kinds.getByRole('radio', { name: 'PG' })).toBeChecked()
    await user.press('Next')
    await waitFor(async () => expect(await step('Where is it?')).toHaveFocus())
    await waitFor(() => expect(saved).toHaveLength(1))
    await user.fill({ City: 'Pune', Locality: 'Baner', 'PIN code': '41104' })
    await user.press('Next')
    expect(screen.getByText('A PIN code has six digits.')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('PIN code')).toHaveFocus())
    await user.fill({ 'PIN code': '411045' })
    await user.press('Next')
    await step('What is it like?')
    expect(screen.getByLabelText('Beds')).toBeVisible()
    expect(screen.queryByLabelText('BHK')).toBeNull()
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved.map(({ match }) => match)).toEqual([null, '"1"'])
    expect(saved[1]?.draft).toMatchObject({ deal: 'pg', kind: 'pg', pincode: '411045' })
  })

  test('says at the photos that their location is removed', async () => {
    openWizard({ [SAVE]: saving(4).answered })
    await goTo('Photos and video')
    await user.sees(/We remove the location from your photos\.$/)
  })

  test('without the server, continues and keeps typed values on the device, and saves them once the server answers', async () => {
    const { saved, answered } = saving()
    openWizard({ [READ]: one(posting({ ...FLAT, city: null })) })
    await user.press('Next')
    await user.fill({ City: 'Nashik' })
    await user.press('Next')
    await step('What is it like?')
    await user.sees(/What you typed is kept on this device/)
    answer({ [SAVE]: answered })
    await user.press('Save and close')
    await screen.findByText('Sunlit flat')
    expect(saved).toMatchObject([{ draft: { city: 'Nashik' }, match: '"3"' }])
  })

  test('restores typed values after the user left the page, even without the server', async () => {
    openList()
    await user.press('Continue Sunlit flat')
    await user.press('Next')
    await user.fill({ City: 'Nashik' })
    act(() => window.history.back())
    answer({ [READ]: noAnswer })
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

  test('once the server answers, shows the uploaded files of a listing that this device stores', async () => {
    openList({ [READ]: noAnswer })
    await storeUnsent(FLAT, { version: 3, media: [PHOTO.id] })
    await user.press('Continue Sunlit 2 BHK in Baner')
    await goTo('Photos and video')
    await user.sees(/1 file is uploaded/)
    const found = { ...posting({ ...FLAT, media: [PHOTO.id] }), files: [PHOTO] }
    answer({ [READ]: one(found) })
    expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
    expect(screen.queryByText(/1 file is uploaded/)).toBeNull()
  })

  test('saving the draft keeps a photo visible that was uploaded before a reload', async () => {
    const { saved, answered } = saving(3)
    openList({ [`POST /account/listings/${ID}/media`]: ok(PHOTO) })
    await storeUnsent(FLAT, { version: 3, media: [PHOTO.id] })
    // jsdom has neither a file system nor bitmaps for previews.
    expectConsole('warn', /no file system for pages|has no preview/)
    // Node's blob, because fake-indexeddb cannot copy jsdom's.
    await db.files.add({ id: 'file-1', file: new NodeBlob(['hall']) as Blob })
    await db.queued.add({
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
    await goTo('Photos and video')
    answer({ [SAVE]: answered })
    expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
    await waitFor(() => {
      act(() => window.dispatchEvent(new Event('online'))) // makes the app try again at once
      expect(saved.at(-1)?.draft.media).toEqual([PHOTO.id])
    })
    await waitFor(async () => expect(await db.queued.count()).toBe(0))
    expect(screen.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  })

  test('edits that were not sent before the wizard closed are sent while the list is shown', async () => {
    const { saved, answered } = saving(4)
    openList({ [SAVE]: answered })
    await user.press('Continue Sunlit flat')
    await user.press('Next')
    await user.fill({ City: 'Pune city' })
    act(() => window.history.back())
    await waitFor(() => expect(saved.at(-1)).toMatchObject({ draft: { city: 'Pune city' } }))
    await user.seesNo(/On this device/)
  })

  test('offers to replace the draft if it was changed on another device', async () => {
    const other = posting({ ...FLAT, title: 'From the other device' }, 8)
    const conflict = { error: 'Changed.', code: 'version-conflict', data: { current: other } }
    openWizard({ [SAVE]: refusal(412, conflict) })
    await user.press('Next')
    await screen.findByText('This listing was changed on another device.')
    await user.press('Take the newer one')
    await user.press('Next')
    expect(await screen.findByLabelText('Title')).toHaveValue('From the other device')
    const { saved, answered } = saving(9)
    answer({ [SAVE]: answered })
    await user.press('Save and close')
    await waitFor(() => expect(saved).toMatchObject([{ match: '"8"' }]))
  })

  /** Opens the last step. `isLost` decides, from the keys of all submissions, which get no answer. */
  async function openLastStep(isLost: (keys: readonly unknown[]) => boolean) {
    const call = recorded(() => (isLost(keys()) ? noAnswer() : HttpResponse.json(ok())))
    const keys = () => call.headers('Idempotency-Key')
    openWizard({ [SAVE]: saving(4).answered, [SUBMIT]: call.respond })
    await goTo('Check and submit')
    return keys
  }

  test('a submission without an answer waits on the device, and is sent again with the same idempotency key', async () => {
    const keys = await openLastStep((all) => all.length <= 2)
    expect(screen.getByText('₹32,000')).toBeVisible()
    await user.press('Submit')
    await user.sees('On this device. Will be sent when there is a network.')
    expect(screen.queryByText(/^Submitted/)).toBeNull()
    await user.sees('Submitted: Sunlit 2 BHK in Baner')
    expect(keys()).toEqual(Array.from({ length: 3 }, () => keys()[0]))
  })

  test('after a lost answer, an edited listing is submitted with another idempotency key', async () => {
    const keys = await openLastStep((all) => all.at(-1) === all[0])
    await user.press('Submit')
    await user.press('Continue Sunlit 2 BHK in Baner')
    await goTo('What does it cost?')
    await user.fill({ 'Monthly rent': '320000' })
    await goTo('Check and submit', 3)
    await user.press('Submit')
    await screen.findByText('Submitted')
    expect(keys().at(-1)).not.toBe(keys()[0])
  })

  test('leads to the field that the server refuses on submission', async () => {
    const error = 'This rent is not accepted.'
    openWizard({
      [SAVE]: saving(4).answered,
      [SUBMIT]: refusal(400, { error, code: 'invalid-input', fields: { rent: error } }),
    })
    await goTo('Check and submit')
    await user.press('Submit')
    await step('What does it cost?')
    expect(screen.getByLabelText('Monthly rent')).toHaveAccessibleDescription(
      expect.stringContaining(error),
    )
  })
})
