import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import Dexie from 'dexie'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { ListingSheet } from '#src/features/listings/details/listing-sheet.tsx'
import { NO_NETWORK } from '#tests/support/panel-answers.ts'
import { type Responses, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
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
const STATUS = 'PATCH /admin/properties/:id/status'
const notFound = refusal(404, { error: 'Not found' })
/** Answers of a bare backend, which lacks these calls. */
const NO_HISTORY: Responses = {
  'GET /admin/properties/:id/history': notFound,
  'GET /admin/properties/:id/posting': notFound,
  'GET /admin/audit': notFound,
}

function show(responses: Responses = {}, id = FLAT._id) {
  return renderWithSync(<ListingSheet id={id} onClose={() => undefined} />, {
    responses: {
      'GET /admin/properties': ok([FLAT]),
      ...NO_HISTORY,
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
    expect(shownAs('Auction ends')).toHaveTextContent('-')
    expect(within(sheet).getByText(FLAT._id)).toBeVisible()
    // The server sends no owner id here, so there is no link to an owner.
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(shownAs("Owner's phone")).toHaveTextContent('-')
  })

  test("show the owner's texts, and the changes since the last review", async () => {
    const content = { deal: 'rent', kind: 'apartment', description: 'Two balconies.', area: 980 }
    show({
      'GET /admin/properties/:id/posting': ok({
        content: { ...content, rent: 32_000 },
        changes: [
          { field: 'rent', label: 'Monthly rent', before: 30_000, after: 32_000 },
          { field: 'area', label: 'Area (sq ft)', before: null, after: 980 },
        ],
      }),
    })
    const words = within(await screen.findByRole('region', { name: 'From the owner' }))
    expect(words.getByText('Was ₹30,000, now ₹32,000')).toBeVisible()
    expect(words.getByText('Was -, now 980')).toBeVisible()
    expect(words.getByText('Two balconies.')).toBeVisible()
    expect(words.queryByText('Beds')).toBeNull()
  })

  test.each([
    ['the server fails', refusal(500, { error: 'down' })],
    ['there is no network', NO_NETWORK],
  ])("say that the owner's photos did not load if %s", async (_, answer) => {
    show({ 'GET /admin/properties/:id/posting': answer })
    await user.sees(/owner's photos and the checks did not load/)
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
      'GET /admin/properties/:id/posting': ok({
        content: {},
        changes: [],
        checks: [
          {
            code: 'same-photo',
            sentence: 'Photo 1 is also in a listing of another owner.',
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
      'Photo 1 is also in a listing of another owner. Garden villa',
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
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    await screen.findByRole('dialog', { name: 'Park-facing flat' })
    expect(hrefOf('Asha Kulkarni')).toBe(`/dashboard?section=users&open=${OWNER.id}`)
    expect(hrefOf('All their properties')).toBe(`/dashboard?section=property&user=${OWNER.id}`)
    expect(hrefOf('+91 98200 11223')).toBe('tel:+919820011223')
    expect(hrefOf('kulkarni@example.in')).toBe('mailto:kulkarni@example.in')
  })

  test("keep the owner's phone and e-mail out of the outbox and localStorage", async () => {
    const { runtime } = show({
      ...OWNED,
      ...NO_NETWORK,
      [STATUS]: noAnswer,
    })
    act(() => runtime.sync.connectivity.report(false))
    await user.press('Cancel')
    await screen.findByText('Waiting')
    const outbox = await new Dexie('outbox').open()
    const rows = await Promise.all(outbox.tables.map((table) => table.toArray()))
    outbox.close()
    const kept = JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }])
    expect(kept).toContain(FLAT._id)
    expect(kept).not.toMatch(/98200|kulkarni/i)
  })

  test('show a message when the listing is not in the list', async () => {
    show({}, 'deleted-long-ago')
    await user.sees('This property is not in the list')
  })

  test('show both sides of a conflict and link to the outbox', async () => {
    const current = { ...FLAT, status: 'rejected', version: 4 }
    const conflict = { error: 'Changed elsewhere', code: 'version_conflict' }
    const body = { success: false, ...conflict, data: { current, device: 'Office laptop' } }
    show({ [STATUS]: () => HttpResponse.json(body, { status: 412 }) })
    await user.press('Accept')
    await user.sees('Changed elsewhere')
    expect(screen.getByText(/Office laptop set it to Rejected first/)).toBeVisible()
    await user.seesLink('Open the outbox', '/dashboard?section=outbox')
    expect(screen.getByText('Pending')).toBeVisible()
  })

  test('ask before a delete, and show that the property is gone once the server confirms', async () => {
    show({ 'DELETE /admin/property/:id': { success: true } })
    await user.press('Delete')
    const question = within(screen.getByRole('alertdialog'))
    fireEvent.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByText('This property is not in the list')).toBeVisible())
  })
})
