import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '#src/features/listings/listings-screen.tsx' // loads the lazy code now, so that no test waits for it
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { type Responses, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  ADDRESS,
  CORNER,
  HELD,
  LIST,
  listAnswers,
  ONE,
  OUTSIDE,
  PART,
  pageOf,
  SENTENCE,
  share,
} from './share-answers.ts'

// What the screens say where the server has more listings than a device holds.

setupAnswers()

function open(address = ADDRESS, responses: Responses = {}) {
  const { respond } = listAnswers({})
  return renderApp({ address, responses: { ...panelAnswers(HELD), [LIST]: respond, ...responses } })
}

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
    const { asked, respond } = listAnswers({})
    open(ADDRESS, { [LIST]: respond })
    expect(await screen.findByText(SENTENCE, PART)).toBeVisible()
    expect(asked[0]).toBe('share=device')
  })

  test('counts the tabs and the statuses of all listings, with its own unsent decisions', async () => {
    open(ADDRESS, { 'PATCH /admin/properties/:id/status': noAnswer, ...NO_NETWORK })
    await screen.findByText(SENTENCE, PART)
    const tabsBefore = ['All10,00,000', 'On Sell7,00,002', 'On Rent/PG1', 'On Auction2,00,000']
    await waitFor(() => expect(tabs()).toEqual(tabsBefore))
    const before = ['Pending (2)', 'Approved (7,99,998)', 'Rejected (2,00,000)']
    expect(statuses().slice(1)).toEqual(before)
    fireEvent.change(screen.getByLabelText('Status of Corner plot'), {
      target: { value: 'approved' },
    })
    const after = ['Pending (1)', 'Approved (7,99,999)', 'Rejected (2,00,000)']
    await waitFor(() => expect(statuses().slice(1)).toEqual(after))
  })

  test('marks the counts of a search as incomplete, and does not say that nothing is found anywhere', async () => {
    open()
    await screen.findByText(SENTENCE, PART)
    fireEvent.change(screen.getByLabelText('Search properties'), { target: { value: 'bungalow' } })
    expect(await screen.findByText('No property matches “bungalow” on this device')).toBeVisible()
    await waitFor(() =>
      expect(tabs()).toEqual(['All0+', 'On Sell0+', 'On Rent/PG0+', 'On Auction0+']),
    )
  })

  test('says so where a filter is counted, and where all that match are selected', async () => {
    open(`${ADDRESS}&price=1..`)
    await screen.findByText(SENTENCE, PART)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Corner plot' }))
    expect(await screen.findByRole('button', { name: 'Select all 3 in the list' })).toBeVisible()
  })

  test('says which of too many pending listings it has', async () => {
    const market = ['sell', 'rent'].flatMap((tab) =>
      ['pending', 'approved'].map((status) => ({ status, tab, listings: 15_000 })),
    )
    open(ADDRESS, { [LIST]: listAnswers({}, share(market)).respond })
    expect(
      await screen.findByText(
        '3 of 60,000 listings are on this device: those of the 30,000 pending that wait longest, and the latest. The others need a network.',
        PART,
      ),
    ).toBeVisible()
    expect(await screen.findByRole('link', { name: /^Review 30,000/ })).toBeVisible()
  })

  test('says of an export without a network that its file is a part', async () => {
    open(ADDRESS, { 'POST /admin/properties/export': noAnswer })
    await screen.findByText(SENTENCE, PART)
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
    expect(await screen.findByText(SENTENCE.replace('3 of', '4 of'), PART)).toBeInTheDocument()
  })

  test('needs a network, and says so', async () => {
    expectConsole('error', /^Could not load outside-listing/)
    open(address, { [ONE]: noAnswer })
    expect(await screen.findByText('This property is not on this device')).toBeVisible()
    expect(screen.queryByText(/It was deleted/)).toBeNull()
  })

  test('that does not exist is called deleted', async () => {
    expectConsole('error', /^Could not load outside-listing/)
    open(address, { [ONE]: refusal(404), 'GET /admin/audit': ok([]) })
    expect(await screen.findByText('This property is not in the list')).toBeVisible()
  })
})

describe('the listings that are not on this device', () => {
  const LATER = wireListing({ ...OUTSIDE, _id: 'z8', propertyName: 'River cabin' })

  test('come by pages as the list is scrolled, in its order, and a listing of the device stays as it is there', async () => {
    const older = { ...CORNER, propertyName: 'An older version', version: 0 }
    const { asked, respond } = listAnswers({
      '': pageOf([older, OUTSIDE], 'c1', 3),
      'cursor=c1': pageOf([LATER], null, 3),
    })
    open(ADDRESS, { [LIST]: respond })
    expect(await screen.findByText('From the server: all that match.', PART)).toBeVisible()
    const names = screen
      .getAllByLabelText(/^Status of /)
      .map((one) => one.getAttribute('aria-label'))
    expect(names).toEqual(
      ['Sea-view flat', 'Main-road shop', 'Corner plot', 'Hill bungalow', 'River cabin']
        .map((name) => `Status of ${name}`)
        .toSorted((one, other) => names.indexOf(one) - names.indexOf(other)),
    )
    expect(names.slice(-2).toSorted()).toEqual(['Status of Hill bungalow', 'Status of River cabin'])
    expect(asked).toEqual(['share=device', '', 'cursor=c1'])
  })

  test('are found by the search, the filters and the order of the list', async () => {
    const { asked, respond } = listAnswers({
      'q=bungalow&sort=-price': pageOf([OUTSIDE]),
    })
    open(`${ADDRESS}&sort=-price`, { [LIST]: respond })
    await screen.findByText(SENTENCE, PART)
    fireEvent.change(screen.getByLabelText('Search properties'), { target: { value: 'bungalow' } })
    expect(await screen.findByLabelText('Status of Hill bungalow')).toBeVisible()
    expect(asked.at(-1)).toBe('q=bungalow&sort=-price')
  })

  test('are decided like any other', async () => {
    const { respond } = listAnswers({ '': pageOf([OUTSIDE]) })
    const sent = recorded(ok({ ...OUTSIDE, status: 'approved', version: 5 }))
    open(ADDRESS, { [LIST]: respond, 'PATCH /admin/properties/:id/status': sent.respond })
    fireEvent.change(await screen.findByLabelText('Status of Hill bungalow'), {
      target: { value: 'approved' },
    })
    await waitFor(() => expect(sent.bodies).toEqual([{ status: 'approved' }]))
    expect(sent.headers('If-Match')).toEqual(['"4"'])
  })

  test('are not claimed to be missing by a server that does not answer', async () => {
    expectConsole('error', /^Could not load listing-pages/)
    const { respond } = listAnswers({})
    const refuse = refusal(500)
    open(ADDRESS, {
      [LIST]: (request) => (request.url.includes('limit=') ? refuse() : respond(request)),
    })
    expect(await screen.findByText('The server did not send the others.', PART)).toBeVisible()
    expect(screen.getByLabelText('Status of Corner plot')).toBeVisible()
  })
})
