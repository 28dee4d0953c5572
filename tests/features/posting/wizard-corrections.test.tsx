import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { WIZARD_STEPS } from '#src/features/posting/wizard-steps.ts'
import { storeListing } from '#tests/support/posting/stored-listing.ts'
import { MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

// What an owner is led to: the flaw after a rejection, contacts in the text, the photos that will be submitted.

const ID = 'a'.repeat(24)
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

const SHARED = {
  id: ID,
  version: 3,
  state: 'changes-needed' as const,
  label: 'Changes needed',
  isLive: false,
  hasChanges: false,
  actions: ['edit' as const, 'submit' as const],
  queuePlace: null,
  expectedBy: null,
  expiresAt: null,
  reason: null,
}

interface Change extends Partial<Omit<OwnPosting, 'draft'>> {
  draft?: Partial<PostingDraft>
}

/** Opens the wizard for a listing of the server. Each save is accepted. */
function open({ draft, ...change }: Change) {
  const posting = { ...SHARED, files: [], ...change, draft: { ...EMPTY_DRAFT, ...FLAT, ...draft } }
  const { title, deal, kind, city, locality, price, rent, startingBid } = posting.draft
  const summary = { ...SHARED, title, deal, kind, city, locality, price, rent, startingBid }
  const submit = recorded(ok({}))
  renderApp({
    address: `/account/listings?open=${ID}`,
    session: MEERA,
    responses: {
      'GET /account/listings': ok([summary], { meta: { usualWaitMinutes: null } }),
      [`GET /account/listings/${ID}`]: ok(posting),
      [`PUT /account/listings/${ID}`]: ok(posting),
      [`POST /account/listings/${ID}/submit`]: submit.respond,
    },
  })
  return submit
}

const step = (title: string) => screen.findByRole('heading', { name: title })

/** Presses Next from the first step to the last. */
async function goToLast(): Promise<void> {
  for (const { title } of WIZARD_STEPS.slice(0, -1)) {
    await step(title)
    await user.press('Next')
  }
  await step('Check and submit')
}

/** Presses Back until this step is shown. */
async function goBackTo(title: string): Promise<void> {
  while (!screen.queryByRole('heading', { name: title })) await user.press('Back')
}

describe('after a rejection, the wizard begins', () => {
  const reason = (field: string | null) => ({
    sentence: 'Correct this.',
    note: '',
    changesNeeded: true,
    // The cast is safe: an unknown part stands for a later server's.
    field: field as 'title' | null,
  })

  test.each([
    ['title', 'What is it like?'],
    ['description', 'What is it like?'],
    ['details', 'What is it like?'],
    ['place', 'Where is it?'],
    ['price', 'What does it cost?'],
    ['photos', 'Photos and video'],
    ['video', 'Photos and video'],
    [null, 'What do you offer?'],
    ['a part of a later server', 'What do you offer?'],
  ])('at the part %s of its reason: %s', async (field, title) => {
    open({ reason: reason(field) })
    expect(await step(title)).toBeVisible()
    expect(screen.getByText('Correct this.')).toBeVisible()
  })

  test('at a field that is not complete, if the reason names no part', async () => {
    open({ state: 'rejected', draft: { pincode: '12' } })
    await step('Where is it?')
  })

  test.each([
    ['at the part of its reason', reason('photos'), {}, 'Photos and video'],
    ['at the field that is not complete', null, { pincode: '12' }, 'Where is it?'],
    [
      'at the next flaw, if they mend the one that was rejected',
      null,
      { pincode: '411045', area: null },
      'What is it like?',
    ],
  ])('with edits that were not sent: %s, and keeps the edits', async (_, given, edits, title) => {
    const content = { ...EMPTY_DRAFT, ...FLAT, locality: 'Aundh', ...edits }
    const unsent = { typed: toTyped(content), media: [], version: SHARED.version, submitKey: null }
    await storeListing(MEERA.account.id, ID, unsent)
    open({ state: 'rejected', reason: given, draft: { pincode: '12' } })
    await step(title)
    await goBackTo('Where is it?')
    expect(screen.getByLabelText('Locality')).toHaveValue('Aundh')
  })

  test('at a text with a phone number, if the reason names no part', async () => {
    open({ state: 'rejected', draft: { title: 'Flat, call 98765 43210' } })
    await step('What is it like?')
  })
})

test('a listing that is not rejected opens at the first step', async () => {
  open({ state: 'live', draft: { pincode: '12' } })
  await step('What do you offer?')
})

describe('contacts', () => {
  test.each([
    ['Call 98765 43210 for a visit today.', '98765\u00a043210'],
    ['फ़ोन ९८७६५ ४३२१०, दो बालकनी और पार्किंग', '98765\u00a043210'],
    ['Write to asha(at)gmail(dot)com for a visit.', 'asha(at)gmail(dot)com'],
  ])('in the description %j are found before the next step, once', async (description, found) => {
    open({ state: 'draft', draft: { description } })
    await step('What do you offer?')
    await user.press('Next')
    await step('Where is it?')
    await user.press('Next')
    await step('What is it like?')
    await user.press('Next')
    const field = screen.getByLabelText('Description')
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toHaveAccessibleDescription(expect.stringContaining(`Leave out ${found}:`))
    await user.press('Next')
    await step('What does it cost?')
  })

  test('in an amount are found too', async () => {
    open({ state: 'draft', reason: null, draft: { deal: 'sell', price: 9_876_543_210 } })
    for (const { title } of WIZARD_STEPS.slice(0, 3)) {
      await step(title)
      await user.press('Next')
    }
    await step('What does it cost?')
    await user.press('Next')
    await user.sees(/^Leave out 9876543210: buyers reach you through us\./)
  })

  test('that are typed after the question are asked about again, and nothing is submitted before', async () => {
    const submit = open({ state: 'draft' })
    await goToLast()
    for (let back = 0; back < 3; back += 1) await user.press('Back')
    await step('What is it like?')
    await user.fill({ Description: 'Ask for Asha: 98765 43210, second floor.' })
    await user.press('Next')
    await user.sees(/Leave out 98765/)
    await user.fill({ Description: 'Ask for Asha: 91234 56789, second floor.' })
    await user.press('Next')
    await user.sees(/Leave out 91234/)
    expect(submit.bodies).toEqual([])
    await user.fill({ Description: 'Ask for Asha at the gate of the second house.' })
    for (let ahead = 0; ahead < 3; ahead += 1) await user.press('Next')
    await screen.findByRole('button', { name: 'Save and close', busy: false })
    await user.press('Submit')
    await waitFor(() => expect(submit.bodies).toHaveLength(1))
  })
})

test('"Check and submit" shows the photos and the video in their order, and leads to their step', async () => {
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)]
  const file = (id: string) => ({
    id,
    kind: 'photo' as const,
    url: `/media/listings/${id}/1600.webp`,
    smallUrl: `/media/listings/${id}/320.webp`,
  })
  open({
    state: 'draft',
    draft: { media: [second, first] },
    files: [file(first), file(second)],
  })
  await goToLast()
  const media = screen.getByRole('region', { name: 'Photos and video' })
  const sources = within(media).getAllByRole('img')
  expect(sources.map((image) => image.getAttribute('src'))).toEqual([
    expect.stringContaining(second),
    expect.stringContaining(first),
  ])
  await user.press('Change photos')
  await step('Photos and video')
})

test('"Check and submit" says that a listing has no photos, and leads to their step', async () => {
  open({ state: 'draft' })
  await goToLast()
  await user.sees(/^No photos or video yet/)
  await user.press('Add photos')
  await step('Photos and video')
})

test('no choice of the wizard hides behind "Choose": all options are on the screen', async () => {
  open({ state: 'draft' })
  await step('What do you offer?')
  expect(screen.queryByRole('combobox')).toBeNull()
  const deal = screen.getByRole('radiogroup', { name: 'Deal' })
  expect(within(deal).getAllByRole('radio')).toHaveLength(2)
  await user.pick(/^Sell/)
  await user.pick('At an auction')
  expect(screen.getByRole('radio', { name: /^Sell/ })).toBeChecked()
  await user.press('Next')
  await step('Where is it?')
  await user.press('Next')
  await step('What is it like?')
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.press('Next')
  await step('What does it cost?')
  expect(screen.getByLabelText('Starting bid')).toBeVisible()
})
