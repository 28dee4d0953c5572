import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ListingSheet } from '#src/features/listings/details/listing-sheet.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { conflictOf, DECIDE, NO_NETWORK, panelAnswers } from '#tests/support/panel-answers.ts'
import {
  dumpDevice,
  loseNetwork,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const FLAT = {
  _id: '665f0b1ca1b2c3d4e5f60701',
  propertyName: 'Park-facing flat',
  saleType: 'Rent',
  rentAmount: 32_000,
  status: 'pending',
  version: 3,
  ownerDetails: { name: 'Asha Kulkarni' },
  createdAt: '2025-06-17T06:30:00.000Z',
  boostedUntil: '2025-07-01T06:30:00.000Z',
}
const POSTING = 'GET /admin/properties/:id/posting'
const notFound = refusal(404)

/** Renders the sheet on a bare backend, which has neither postings nor histories. */
function show(responses: Responses = {}, id = FLAT._id) {
  return renderWithSync(<ListingSheet id={id} onClose={() => undefined} />, {
    responses: {
      ...panelAnswers([FLAT]),
      'GET /admin/properties/:id/history': notFound,
      'GET /admin/audit': notFound,
      ...responses,
    },
  })
}

function shownAs(label: string) {
  return screen.getByText(label).nextElementSibling
}

describe('the details of a listing', () => {
  test('show the fields that the table omits', async () => {
    show()
    const sheet = await screen.findByRole('dialog', { name: 'Park-facing flat' })
    expect(shownAs('Monthly rent')).toHaveTextContent('₹32,000')
    expect(shownAs('Boosted until')).toHaveTextContent('01 Jul 25')
    expect(shownAs('Listed by')).toHaveTextContent('Asha Kulkarni')
    expect(screen.queryByText('Auction ends')).toBeNull()
    expect(within(sheet).getByText(FLAT._id)).toBeVisible()
    // The server sends no owner id here, so there is no link to an owner.
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(shownAs("Owner's phone")).toHaveTextContent('-')
  })

  test("show the owner's texts, and the changes since the last review", async () => {
    const content = { deal: 'rent', kind: 'apartment', description: 'Two balconies.', area: 12_980 }
    show({
      [POSTING]: ok({
        content: { ...content, rent: 32_000 },
        changes: [
          { field: 'rent', label: 'Monthly rent', before: 30_000, after: 32_000 },
          { field: 'area', label: 'Area (sq ft)', before: null, after: 12_980 },
        ],
      }),
    })
    const changed = within(await screen.findByRole('region', { name: 'Since the last review' }))
    expect(changed.getByText('Was ₹30,000, now ₹32,000')).toBeVisible()
    expect(changed.getByText('Was -, now 12,980')).toBeVisible()
    const words = within(screen.getByRole('region', { name: 'From the owner' }))
    expect(words.getByText('Two balconies.')).toBeVisible()
    expect(words.queryByText('Beds')).toBeNull()
  })

  test('show the earlier reason, the removed and the new photos, and the record of the owner', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(24))
    const photo = (id: string | undefined) => ({
      id,
      kind: 'photo',
      url: `https://photos.example/${id}.jpg`,
      smallUrl: `https://photos.example/${id}`,
    })
    show({
      [POSTING]: ok({
        content: { deal: 'rent', kind: 'apartment', media: [a, b] },
        media: [
          { ...photo(a), isNew: false },
          { ...photo(b), isNew: true },
        ],
        removedMedia: [photo(c)],
        changes: [{ field: 'media', label: 'Photos', before: [a, c], after: [a, b] }],
        earlierReason: {
          at: '2025-06-18T06:30:00.000Z',
          label: 'Photos missing or unclear',
          sentence: 'Add clear photos.',
          note: 'The kitchen is missing.',
        },
        owner: { listings: 4, approved: 3, rejected: 1, memberSince: '2025-02-03T10:00:00.000Z' },
      }),
    })
    const changed = within(await screen.findByRole('region', { name: 'Since the last review' }))
    expect(changed.getByText(/Photos missing or unclear\. The kitchen is missing\./)).toBeVisible()
    expect(changed.getByRole('list', { name: 'Removed photos' })).toBeVisible()
    expect(changed.getByRole('list', { name: 'New photos' })).toBeVisible()
    expect(shownAs('Approved before')).toHaveTextContent('3')
    expect(shownAs('Account since')).toHaveTextContent('03 Feb 25')
    const strip = within(screen.getByRole('list', { name: 'Photos' }))
    fireEvent.click(strip.getByRole('button', { name: 'Photo 1 of 2' }))
    const large = await screen.findByRole('dialog', { name: 'Photo 1 of 2' })
    fireEvent.keyDown(within(large).getByRole('group'), { key: 'ArrowRight' })
    expect(within(large).getByRole('img', { name: 'New photo 2 of 2' })).toBeVisible()
    fireEvent.keyDown(within(large).getByRole('group'), { key: 'ArrowLeft' })
    expect(within(large).getByRole('img', { name: 'Photo 1 of 2' })).toBeVisible()
    await waitFor(async () => expect(await dumpDevice('cache')).toMatch(/"photos\\?"/))
  })

  test.each([
    ['the server fails', refusal(500, { error: 'down' })],
    ['there is no network', noAnswer],
  ])("say that the owner's photos did not load if %s", async (_, answer) => {
    expectConsole('error', /Could not load submissions/)
    show({ [POSTING]: answer })
    await user.sees(/owner's photos and the checks did not load/)
  })

  test("keep the owner's texts without a network, and say of when they are", async () => {
    expectConsole(
      'error',
      /Could not load (listings|submissions|listing-notes|listing-histories|note-readers)/,
    )
    const { runtime } = show({
      [POSTING]: ok({ content: { description: 'Two balconies.' }, changes: [] }),
    })
    await screen.findByText('Two balconies.')
    await act(() => runtime.sync.outbox.workOffline.set(true))
    // The list, the submission and the notes.
    await waitFor(() => expect(screen.getAllByText(/^Saved copy from/)).toHaveLength(3))
    expect(screen.getByText('Two balconies.')).toBeVisible()
  })

  test("show neither the owner's texts nor checks if the server has none", async () => {
    show()
    await screen.findByRole('dialog', { name: 'Park-facing flat' })
    await user.seesNo('Loading history...')
    expect(screen.queryByRole('region', { name: 'From the owner' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Checks' })).toBeNull()
  })

  test('show the checks of the server, with links to listings of other owners', async () => {
    const other = { id: '665f0b1ca1b2c3d4e5f60799', title: 'Garden villa' }
    show({
      [POSTING]: ok({
        content: {},
        changes: [],
        checks: [
          {
            code: 'same-photo',
            sentence: 'Photo 1 is used twice.',
            field: 'media',
            listing: other,
          },
          // A newer server may send a check that this build does not know.
          { code: 'same-sky', sentence: 'The sky is blue.', field: 'sky', listing: null },
        ],
      }),
    })
    const checks = within(await screen.findByRole('region', { name: 'Checks' }))
    expect(checks.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Photo 1 is used twice. Garden villa',
      'The sky is blue.',
    ])
    const link = checks.getByRole('link', { name: 'Garden villa' })
    expect(new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('open')).toBe(other.id)
  })

  const OWNER = {
    id: '665e0a10c1d2e3f4a5b6c701',
    name: 'Asha Kulkarni',
    phoneNumber: '+91 98200 11223',
    email: 'kulkarni@example.in',
  }
  const OWNED = {
    'GET /admin/properties': ok([{ ...FLAT, ownerDetails: OWNER }]),
  }

  test("link to the owner, the owner's listings, phone and e-mail", async () => {
    show(OWNED)
    await user.seesLink('Asha Kulkarni', `/dashboard?section=users&open=${OWNER.id}`)
    await user.seesLink('All their properties', `/dashboard?section=property&user=${OWNER.id}`)
    await user.seesLink('+91 98200 11223', 'tel:+919820011223')
    await user.seesLink('kulkarni@example.in', 'mailto:kulkarni@example.in')
  })

  test("keep the owner's phone and e-mail out of the outbox and localStorage", async () => {
    const { runtime } = show({ ...OWNED, ...NO_NETWORK, [DECIDE]: noAnswer })
    loseNetwork(runtime)
    await user.press('Cancel')
    await screen.findByText('Waiting')
    const kept = await dumpDevice('outbox')
    expect(kept).toContain(FLAT._id)
    expect(kept).not.toMatch(/98200 ?11223|kulkarni/i)
  })

  test('show a message when the listing is not in the list', async () => {
    show({}, 'deleted-long-ago')
    await user.sees('This property is not in the list')
  })

  test('show both sides of a conflict and link to the outbox', async () => {
    show({ [DECIDE]: conflictOf(FLAT) })
    await user.press('Accept')
    await user.sees('Rejected on Office laptop')
    expect(screen.getByText(/Choose which of the two decisions stands/)).toBeVisible()
    await user.seesLink('Open the outbox', '/dashboard?section=outbox')
    expect(screen.getByText('Pending')).toBeVisible()
  })

  test('ask before a delete, and show that the property is gone once the server confirms', async () => {
    show({ 'DELETE /admin/property/:id': ok() })
    await user.press('Delete')
    await user.confirm('Delete')
    await user.sees('This property is not in the list')
  })
})
