import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '#src/features/listings/listings-screen.tsx' // loads the lazy code now, so that no test waits for it
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { type Responses, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// What the screens say where the server has more listings than a device holds.

setupAnswers()

const LIST = 'GET /admin/properties'
const ONE = 'GET /admin/properties/:id'
const ADDRESS = '/dashboard?section=property'
const HELD = [
  wireListing({ _id: 'a1', propertyName: 'Sea-view flat', saleType: 'Sell', version: 1 }),
  wireListing({ _id: 'a2', propertyName: 'Corner plot', saleType: 'Rent', version: 1 }),
  wireListing({
    _id: 'a3',
    propertyName: 'Main-road shop',
    saleType: 'Sell',
    status: 'approved',
    version: 2,
  }),
]
const OUTSIDE = wireListing({
  _id: 'z9',
  propertyName: 'Hill bungalow',
  status: 'rejected',
  version: 4,
  createdAt: '2020-01-01T00:00:00.000Z',
})
const MARKET = [
  { status: 'pending', tab: 'sell', listings: 1 },
  { status: 'pending', tab: 'rent', listings: 1 },
  { status: 'approved', tab: 'sell', listings: 700_001 },
  { status: 'approved', tab: null, listings: 99_997 },
  { status: 'rejected', tab: 'auction', listings: 200_000 },
]
const share = (partOf: object[] = MARKET, data: object[] = HELD) =>
  ok(data, { meta: { cursor: 'e-1', total: data.length, partOf } })

function open(address = ADDRESS, responses: Responses = {}) {
  return renderApp({ address, responses: { ...panelAnswers(HELD), [LIST]: share(), ...responses } })
}

const SENTENCE =
  '3 of 10,00,000 listings are on this device: all that are pending, and the latest. The others need a network.'

function tabs() {
  const buttons = screen.getByLabelText('Listing type').querySelectorAll('button')
  return [...buttons].map(({ textContent }) => textContent)
}

const statuses = () =>
  within(screen.getByRole('combobox', { name: 'Status' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

describe('a device with a part of the listings', () => {
  test('asks for its share, and says in words what it has', async () => {
    const queries: string[] = []
    const respond = ({ url }: Request) => {
      queries.push(new URL(url).search)
      return Response.json(share())
    }
    open(ADDRESS, { [LIST]: respond })
    expect(await screen.findByText(SENTENCE)).toBeVisible()
    expect(queries).toEqual(['?share=device'])
  })

  test('counts the tabs and the statuses of all listings, with its own unsent decisions', async () => {
    open(ADDRESS, { 'PATCH /admin/properties/:id/status': noAnswer, ...NO_NETWORK })
    await screen.findByText(SENTENCE)
    const tabsBefore = ['All1000000', 'On Sell700002', 'On Rent/PG1', 'On Auction200000']
    await waitFor(() => expect(tabs()).toEqual(tabsBefore))
    const before = ['Pending (2)', 'Approved (799998)', 'Rejected (200000)']
    expect(statuses().slice(1)).toEqual(before)
    fireEvent.change(screen.getByLabelText('Status of Corner plot'), {
      target: { value: 'approved' },
    })
    const after = ['Pending (1)', 'Approved (799999)', 'Rejected (200000)']
    await waitFor(() => expect(statuses().slice(1)).toEqual(after))
  })

  test('marks the counts of a search as incomplete, and does not say that nothing is found anywhere', async () => {
    open()
    await screen.findByText(SENTENCE)
    fireEvent.change(screen.getByLabelText('Search properties'), { target: { value: 'bungalow' } })
    expect(await screen.findByText('No property matches “bungalow” on this device')).toBeVisible()
    await waitFor(() =>
      expect(tabs()).toEqual(['All0+', 'On Sell0+', 'On Rent/PG0+', 'On Auction0+']),
    )
  })

  test('says so where a filter is counted, and where all that match are selected', async () => {
    open(`${ADDRESS}&price=1..`)
    expect(await screen.findByText('3 properties on this device')).toBeVisible()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Corner plot' }))
    expect(
      await screen.findByRole('button', { name: 'Select all 3 on this device that match' }),
    ).toBeVisible()
  })

  test('says which of too many pending listings it has', async () => {
    const market = ['sell', 'rent'].flatMap((tab) =>
      ['pending', 'approved'].map((status) => ({ status, tab, listings: 15_000 })),
    )
    open(ADDRESS, { [LIST]: share(market) })
    expect(
      await screen.findByText(
        '3 of 60,000 listings are on this device: those of the 30,000 pending that wait longest, and the latest. The others need a network.',
      ),
    ).toBeVisible()
    expect(await screen.findByRole('link', { name: /^Review 30,000/ })).toBeVisible()
  })

  test('says of an export without a network that its file is a part', async () => {
    open(ADDRESS, { 'POST /admin/properties/export': noAnswer })
    await screen.findByText(SENTENCE)
    await user.press('Export')
    const dialog = await screen.findByRole('dialog', { name: 'Export' })
    await user.press('Export', dialog)
    expect(
      await within(dialog).findByText(/own copy: 3 rows as of .*, a part of the list\.$/),
    ).toBeVisible()
  })
})

describe('a listing that is not on this device', () => {
  const address = `${ADDRESS}&open=z9`

  test('is read when it is opened, and is on the device from then on', async () => {
    open(address, { [ONE]: ok(OUTSIDE) })
    expect(await screen.findByRole('dialog', { name: 'Hill bungalow' })).toBeVisible()
    expect(await screen.findByText(SENTENCE.replace('3 of', '4 of'))).toBeInTheDocument()
  })

  test('needs a network, and says so', async () => {
    expectConsole('error', /^Could not load z9/)
    open(address, { [ONE]: noAnswer })
    expect(await screen.findByText('This property is not on this device')).toBeVisible()
    expect(screen.queryByText(/It was deleted/)).toBeNull()
  })

  test('that does not exist is called deleted', async () => {
    expectConsole('error', /^Could not load z9/)
    open(address, { [ONE]: refusal(404), 'GET /admin/audit': ok([]) })
    expect(await screen.findByText('This property is not in the list')).toBeVisible()
  })
})
