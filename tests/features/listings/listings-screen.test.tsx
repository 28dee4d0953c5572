import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { ListingsScreen } from '#src/features/listings/listings-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { NO_NETWORK } from '#tests/support/panel-answers.ts'
import {
  openOutbox,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const SHOP = {
  _id: '665f0b1ca1b2c3d4e5f6abc4',
  propertyName: 'Main-road shop',
  video: '/media/videos/shop.mp4',
  propertyType: 'Shop',
  saleType: 'Auction',
  createdAt: '2025-09-04T20:00:00.000Z',
  ownerDetails: { name: 'Imran Khan' },
  city: 'Mumbai',
  pincode: '400050',
  furnishingType: 'Unfurnished',
  propertyPrice: 24_000_000,
  rentAmount: 90_000,
  status: 'rejected',
  auctionDetails: {
    startingBidAmount: 17_500_000,
    auctionEndDateTime: '2025-09-05T12:30:00.000Z',
  },
}
const FLAT = { _id: 'f1', propertyName: 'Sea-view flat', saleType: 'Sell', propertyPrice: 500 }
const ROOM = { id: 'r1', saleType: 'PG', propertyPrice: null }
const LIST = 'GET /admin/properties'
const QUESTION = 'Are you sure you want to permanently delete this property?'

function show({
  responses = {},
  address,
  onOpen = () => undefined,
}: {
  responses?: Responses
  address?: string
  onOpen?: (id: string) => void
} = {}) {
  const ui = <ListingsScreen onOpen={onOpen} />
  return renderWithSync(ui, {
    responses: { [LIST]: ok([SHOP, FLAT, ROOM]), ...responses },
    address: address ?? '/dashboard?section=property',
  })
}

async function findRows() {
  const table = await screen.findByRole('table', { name: 'Properties' })
  return within(table).getAllByRole('row').slice(1)
}

function cellsOf(row: HTMLElement | undefined) {
  return [...(row?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent)
}

async function findTitles() {
  return (await findRows()).map((row) => cellsOf(row)[2])
}

test.each([
  ['links to earlier decisions', [{ ...SHOP, version: 3 }], '/dashboard?section=decisions'],
  ['has no link to earlier decisions on a backend without an audit log', [SHOP], undefined],
])('the list %s', async (_what, data, href) => {
  show({ responses: { [LIST]: ok(data) } })
  await findRows()
  const link = screen.queryByRole('link', { name: 'Recently decided' })
  expect(link?.getAttribute('href')).toBe(href)
})

describe('the table', () => {
  test('has sixteen columns, with dates and rupees in Indian format and a text for every missing value', async () => {
    const onOpen = vi.fn()
    show({ onOpen })
    expect(screen.getByText('Loading properties...')).toBeVisible()
    const [shop, , room] = await findRows()
    expect(screen.queryByText('Loading properties...')).toBeNull()
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
    expect(headers.join('|')).toBe(
      'ID|Property Video|Property Title|Property Type|Listing Type|BHK Type|Date Listed|Listed By|' +
        'Location|Furnishing Status|Listed Price|Rent Amount|Starting Bid Price|Property Status|' +
        'Action|Delete Property',
    )
    // The video cell contains a button without text, and a shop for auction shows no rent.
    expect(cellsOf(shop).slice(0, 14).join('|')).toBe(
      'F6ABC4||Main-road shop|Shop|Auction|-|05 Sep 25|Imran Khan|Mumbai, 400050|Unfurnished|' +
        '₹2,40,00,000|-|₹1,75,00,00005 Sep 25 ended|Rejected',
    )
    expect(cellsOf(room).slice(0, 14).join('|')).toBe(
      'R1|No video|N/A|-|PG|-|-|N/A|-|-|-|-|-|Pending',
    )
    await user.press('Video of Main-road shop')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(SHOP._id)
  })
})

describe('finding listings', () => {
  test('a tab filters by sale type, is in the URL and is named without its count', async () => {
    show()
    await findRows()
    await user.press('On Rent/PG')
    expect(await findTitles()).toEqual(['N/A'])
    expect(screen.getByRole('button', { name: 'On Rent/PG', pressed: true })).toBeVisible()
    expect(screen.getByRole('button', { name: 'All', pressed: false })).toBeVisible()
    expect(window.location.search).toBe('?section=property&tab=rent')
  })

  test('a search is in the URL after the typing pauses, and a message says if nothing matches', async () => {
    show()
    await findRows()
    const search = screen.getByRole('searchbox', { name: 'Search properties' })
    fireEvent.change(search, { target: { value: 'mumbai khan' } })
    await waitFor(async () => expect(await findTitles()).toEqual(['Main-road shop']))
    await waitFor(() => expect(window.location.search).toBe('?section=property&q=mumbai+khan'))
    expect(search).toHaveValue('mumbai khan')
    fireEvent.change(search, { target: { value: 'castle' } })
    await user.sees('No property matches “castle”')
  })

  test('the screen applies the tab, search and sort of the URL', async () => {
    show({ address: '/dashboard?section=property&tab=sell&q=sea&sort=-price' })
    expect(await findTitles()).toEqual(['Sea-view flat'])
    expect(screen.getByRole('searchbox')).toHaveValue('sea')
    expect(screen.getByRole('columnheader', { name: 'Listed Price' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  test('a sort is in the URL, and rows without a value come last', async () => {
    show()
    await findRows()
    const byPrice = screen.getByRole('button', { name: 'Listed Price' })
    fireEvent.click(byPrice)
    expect(await findTitles()).toEqual(['Sea-view flat', 'Main-road shop', 'N/A'])
    fireEvent.click(byPrice)
    expect(await findTitles()).toEqual(['Main-road shop', 'Sea-view flat', 'N/A'])
    expect(window.location.search).toContain('sort=-price')
  })

  test('a sort in the URL that no column offers is ignored', async () => {
    show({ address: '/dashboard?section=property&sort=shoe-size' })
    expect(await findTitles()).toEqual(['Main-road shop', 'Sea-view flat', 'N/A'])
  })
})

describe('deciding', () => {
  test('choosing a status sends it at once, in lower case', async () => {
    const sent = vi.fn()
    show({
      responses: {
        'PATCH /admin/properties/:id/status': async (request) => {
          sent(new URL(request.url).pathname, await request.json())
          return HttpResponse.json({ success: true })
        },
      },
    })
    const select = await screen.findByRole('combobox', { name: 'Status of Sea-view flat' })
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Pending', 'Approved', 'Rejected'])
    fireEvent.change(select, { target: { value: 'approved' } })
    await waitFor(() => expect(select).toHaveValue('approved'))
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
    expect(sent).toHaveBeenCalledWith('/api/admin/properties/f1/status', { status: 'approved' })
  })

  test('the select shows the choice while it is being stored, and reverts if storing fails', async () => {
    const { runtime } = show()
    const gate = createGate<null>()
    ;(await openOutbox(runtime)).queueChange = () =>
      gate.pass().then(() => Promise.reject(new Error('disk full')))
    const select = await screen.findByRole('combobox', { name: 'Status of Sea-view flat' })
    fireEvent.change(select, { target: { value: 'rejected' } })
    expect(select).toHaveValue('rejected')
    expect((await findRows())[1]).toHaveAttribute('data-state', 'normal')
    expectConsole('error', /could not be saved on this device/)
    gate.open(null)
    await waitFor(() => expect(select).toHaveValue('pending'))
  })

  test('the select shows the last of two quick choices while it is being stored', async () => {
    const { runtime } = show({
      responses: {
        'PATCH /admin/properties/:id/status': () => HttpResponse.json({ success: true }),
      },
    })
    const store = await openOutbox(runtime)
    const { queueChange } = store
    const queued = vi.spyOn(store, 'queueChange')
    const select = await screen.findByRole('combobox', { name: 'Status of Sea-view flat' })
    fireEvent.change(select, { target: { value: 'approved' } })
    await waitFor(() => expect(queued).toHaveBeenCalledTimes(1))
    const gate = createGate<null>()
    store.queueChange = (draft) => gate.pass().then(() => queueChange(draft))
    fireEvent.change(select, { target: { value: 'rejected' } })
    await waitFor(async () =>
      expect((await findRows())[1]).toHaveAttribute('data-state', 'changed'),
    )
    expect(select).toHaveValue('rejected')
    gate.open(null)
    await waitFor(async () => expect((await findRows())[1]).toHaveTextContent('Rejected'))
    expect(select).toHaveValue('rejected')
  })

  test('a delete dialog has the focus on Cancel, and the row disappears after the server confirms', async () => {
    const sent = vi.fn()
    const { runtime } = show({
      responses: {
        'DELETE /admin/property/:id': (request) => {
          sent(new URL(request.url).pathname)
          return HttpResponse.json({ success: true })
        },
      },
    })
    const opener = await screen.findByRole('button', { name: 'Delete Sea-view flat' })
    opener.focus()
    fireEvent.click(opener)
    const dialog = within(screen.getByRole('alertdialog', { name: QUESTION }))
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    // After Cancel, the focus returns to the button; after a delete, it would go to a row.
    await waitFor(() => expect(opener).toHaveFocus())
    expect(await (await openOutbox(runtime)).listChanges('operator-1')).toEqual([])
    fireEvent.click(opener)
    await user.confirm('Delete')
    await waitFor(async () => expect(await findTitles()).toEqual(['Main-road shop', 'N/A']))
    expect(sent).toHaveBeenCalledExactlyOnceWith('/api/admin/property/f1')
  })

  test('an offline delete leaves the row struck through until Undo', async () => {
    const { runtime } = show({ responses: NO_NETWORK })
    await findRows()
    act(() => runtime.sync.connectivity.report(false))
    await user.press('Delete Sea-view flat')
    await user.confirm('Delete')
    await user.sees('Waiting')
    expect((await findRows())[1]).toHaveAttribute('data-state', 'leaving')
    expect(screen.getByRole('combobox', { name: 'Status of Sea-view flat' })).toBeDisabled()

    await user.press('Undo')
    await waitFor(async () => expect((await findRows())[1]).toHaveAttribute('data-state', 'normal'))
    expect(await (await openOutbox(runtime)).listChanges('operator-1')).toEqual([])
  })
})

describe('the status filter', () => {
  const filter = () => screen.getByRole('combobox', { name: 'Status' })

  test('is stored in the URL beside tab and search, and shows the number of listings with each status', async () => {
    show({ address: '/dashboard?section=property&tab=auction&q=shop' })
    await findRows()
    const listOptions = () => [...filter().children].map((option) => option.textContent)
    await waitFor(() =>
      expect(listOptions()).toEqual([
        'All statuses',
        'Pending (0)',
        'Approved (0)',
        'Rejected (1)',
      ]),
    )
    fireEvent.change(filter(), { target: { value: 'rejected' } })
    expect(window.location.search).toBe('?section=property&tab=auction&q=shop&status=rejected')
    expect(await findTitles()).toEqual(['Main-road shop'])
  })

  test('is restored from the URL, and applies to the counts of the tabs', async () => {
    show({ address: '/dashboard?section=property&status=pending' })
    expect(await findTitles()).toEqual(['Sea-view flat', 'N/A'])
    expect(filter()).toHaveValue('pending')
    const auction = screen.getByRole('button', { name: 'On Auction' })
    await waitFor(() => expect(auction).toHaveTextContent('0'))
  })

  test('uses the status decided on this device, even before the decision is sent', async () => {
    const { runtime } = show({
      responses: NO_NETWORK,
      address: '/dashboard?section=property&status=approved',
    })
    await screen.findByText('No property here has this status')
    act(() => runtime.sync.connectivity.report(false))
    await act(() =>
      runtime.sync.outbox.queueListing(
        { id: 'f1', name: 'Sea-view flat', status: 'pending', version: null },
        { kind: 'status', to: 'approved' },
        'table',
      ),
    )
    await waitFor(async () => expect(await findTitles()).toEqual(['Sea-view flat']))
  })
})

test('a link to an owner\'s listings shows only theirs, until "Show all" is pressed', async () => {
  const owned = { ...FLAT, ownerDetails: { id: 'owner-1', name: 'Meera Iyer' } }
  show({
    responses: { [LIST]: ok([SHOP, owned, ROOM]) },
    address: '/dashboard?section=property&user=owner-1',
  })
  expect(await findTitles()).toEqual(['Sea-view flat'])
  expect(screen.getByText('Listed by Meera Iyer')).toBeVisible()
  await user.press('Show all')
  expect(await findTitles()).toHaveLength(3)
})
