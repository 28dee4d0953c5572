import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { OLDEST_WAITING_PATH } from '#src/config/paths.ts'
import { ListingsScreen } from '#src/features/listings/listings-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { DECIDE, NO_NETWORK } from '#tests/support/panel-answers.ts'
import {
  listQueued,
  loseNetwork,
  openOutbox,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded } from '#tests/support/scripted-answers.ts'
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

function show(search = '', responses: Responses = {}, onOpen = vi.fn()) {
  return renderWithSync(<ListingsScreen onOpen={onOpen} />, {
    responses: { [LIST]: ok([SHOP, FLAT, ROOM]), ...responses },
    address: `/dashboard?section=property${search}`,
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
  show('', { [LIST]: ok(data) })
  await findRows()
  const link = screen.queryByRole('link', { name: 'Recently decided' })
  expect(link?.getAttribute('href')).toBe(href)
})

describe('the table', () => {
  test('has sixteen columns, with dates and rupees in Indian format and a text for every missing value', async () => {
    const onOpen = vi.fn()
    show('', {}, onOpen)
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

test('Listed Price shows the rent per month where there is no price, and sorts by it; Rent Amount stays "-"', async () => {
  const RENTED = { id: 'rented', propertyName: 'Rented', saleType: 'Rent', rentAmount: '32,000' }
  const BED = { ...RENTED, id: 'bed', propertyName: 'Bed', saleType: 'PG', rentAmount: 7_500 }
  show('&sort=price', { [LIST]: ok([SHOP, RENTED, ROOM, BED]) })
  const amounts = (await findRows()).map((row) => cellsOf(row).slice(10, 12))
  expect(amounts).toEqual([
    ['₹7,500 / month', '-'],
    ['₹32,000 / month', '-'],
    ['₹2,40,00,000', '-'],
    ['-', '-'],
  ])
})

test('the link to the oldest one shows that first which waits longest, also on a backend without due times', async () => {
  const pending = (name: string, times: object) => ({
    ...SHOP,
    _id: name,
    propertyName: name,
    status: 'pending',
    ...times,
  })
  const rows = [
    pending('Posted in May', { createdAt: '2025-05-02T06:00:00.000Z' }),
    pending('Posted in March, back in June', {
      createdAt: '2025-03-02T06:00:00.000Z',
      resubmittedAt: '2025-06-02T06:00:00.000Z',
    }),
    pending('Posted in April', { createdAt: '2025-04-02T06:00:00.000Z' }),
  ]
  show(OLDEST_WAITING_PATH.split('property')[1], { [LIST]: ok(rows) })
  const names = (await findRows()).map((row) => cellsOf(row)[2])
  expect(names).toEqual(['Posted in April', 'Posted in May', 'Posted in March, back in June'])
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
    show('&tab=sell&q=sea&sort=-price')
    expect(await findTitles()).toEqual(['Sea-view flat'])
    expect(screen.getByRole('searchbox')).toHaveValue('sea')
    const price = screen.getByRole('columnheader', { name: 'Listed Price' })
    expect(price).toHaveAttribute('aria-sort', 'descending')
  })

  test('a sort by price is in the URL', async () => {
    show()
    await findRows()
    await user.press('Listed Price')
    expect(await findTitles()).toEqual(['Sea-view flat', 'Main-road shop', 'N/A'])
    expect(window.location.search).toContain('sort=price')
  })
})

describe('deciding', () => {
  const findSelect = () => screen.findByRole('combobox', { name: 'Status of Sea-view flat' })
  const choose = async (status: string) =>
    fireEvent.change(await findSelect(), { target: { value: status } })
  const findState = async () => (await findRows())[1]?.dataset['state']

  test('choosing a status sends it at once, in lower case', async () => {
    const call = recorded()
    show('', { [DECIDE]: call.respond })
    const options = within(await findSelect()).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Pending',
      'Approved',
      'Rejected',
    ])
    await choose('approved')
    await waitFor(async () => expect(await findSelect()).toHaveValue('approved'))
    await waitFor(() => expect(call.bodies).toEqual([{ status: 'approved' }]))
    expect(call.paths()).toEqual(['/admin/properties/f1/status'])
  })

  test('rows show choices as "Saving…" while they are being stored, and revert if storing fails', async () => {
    const { runtime } = show()
    const gate = createGate<null>()
    const store = await openOutbox(runtime)
    store.queueChange = () => gate.pass().then(() => Promise.reject(new Error('disk full')))
    await choose('rejected')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Status of N/A' }), {
      target: { value: 'approved' },
    })
    const [, flat, room] = await findRows()
    expect(cellsOf(flat)[13]).toBe('RejectedSaving…')
    expect(cellsOf(room)[13]).toBe('ApprovedSaving…')
    expect(await findSelect()).toHaveValue('rejected')
    expect(await findState()).toBe('changed')
    expectConsole('error', /could not be saved on this device/)
    gate.open(null)
    await waitFor(async () => expect(await findSelect()).toHaveValue('pending'))
    await waitFor(async () => expect(cellsOf((await findRows())[2])[13]).toBe('Pending'))
    expect(cellsOf((await findRows())[1])[13]).toBe('Pending')
    expect(await findState()).toBe('normal')
  })

  test('a row shows the last of two quick choices while it is being stored', async () => {
    const { runtime } = show('', { [DECIDE]: ok() })
    const store = await openOutbox(runtime)
    const { queueChange } = store
    const first = createGate<null>()
    const second = createGate<null>()
    const calls = [first, second].map((gate) => gate.pass())
    store.queueChange = async (draft) => {
      await calls.shift()
      return queueChange(draft)
    }
    await choose('approved')
    await choose('rejected')
    first.open(null)
    await waitFor(async () => expect(await listQueued(runtime)).toHaveLength(1))
    expect(cellsOf((await findRows())[1])[13]).toBe('RejectedSaving…')
    expect(await findSelect()).toHaveValue('rejected')
    second.open(null)
    await waitFor(async () => expect(cellsOf((await findRows())[1])[13]).not.toContain('Saving'))
    expect((await findRows())[1]).toHaveTextContent('Rejected')
    expect(await findSelect()).toHaveValue('rejected')
  })

  test('a row disappears when the server confirms its delete, which a cancelled confirmation does not send', async () => {
    const call = recorded()
    const { runtime } = show('', { 'DELETE /admin/property/:id': call.respond })
    await user.press('Delete Sea-view flat')
    await user.confirm('Cancel', QUESTION)
    // After Cancel, the focus returns to the button; after a delete, it would go to a row.
    const opener = screen.getByRole('button', { name: 'Delete Sea-view flat' })
    await waitFor(() => expect(opener).toHaveFocus())
    expect(await listQueued(runtime)).toEqual([])
    await user.press('Delete Sea-view flat')
    await user.confirm('Delete')
    await waitFor(async () => expect(await findTitles()).toEqual(['Main-road shop', 'N/A']))
    expect(call.paths()).toEqual(['/admin/property/f1'])
  })

  test('an offline delete leaves the row struck through until Undo', async () => {
    const { runtime } = show('', NO_NETWORK)
    await findRows()
    loseNetwork(runtime)
    await user.press('Delete Sea-view flat')
    await user.confirm('Delete')
    await user.sees('Waiting')
    expect(await findState()).toBe('leaving')
    expect(await findSelect()).toBeDisabled()
    await user.press('Undo')
    await waitFor(async () => expect(await findState()).toBe('normal'))
    expect(await listQueued(runtime)).toEqual([])
  })
})

describe('the status filter', () => {
  const filter = () => screen.getByRole('combobox', { name: 'Status' })

  test('is stored in the URL beside tab and search, and shows the number of listings with each status', async () => {
    show('&tab=auction&q=shop')
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
    show('&status=pending')
    expect(await findTitles()).toEqual(['Sea-view flat', 'N/A'])
    expect(filter()).toHaveValue('pending')
    const auction = screen.getByRole('button', { name: 'On Auction' })
    await waitFor(() => expect(auction).toHaveTextContent('0'))
  })

  test('uses the status decided on this device, even before the decision is sent', async () => {
    const { runtime } = show('&status=approved', NO_NETWORK)
    await screen.findByText('No property here has this status')
    loseNetwork(runtime)
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
  show('&user=owner-1', { [LIST]: ok([SHOP, owned, ROOM]) })
  expect(await findTitles()).toEqual(['Sea-view flat'])
  expect(screen.getByText('Listed by Meera Iyer')).toBeVisible()
  await user.press('Show all')
  expect(await findTitles()).toHaveLength(3)
})
