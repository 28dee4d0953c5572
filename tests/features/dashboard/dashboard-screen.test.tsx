import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { DashboardScreen } from '#src/features/dashboard/dashboard-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  openOutbox,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()

const SEA_VIEW = {
  _id: '665f0b1ca1b2c3d4e5f60701',
  propertyName: 'Sea-view 3 BHK',
  saleType: 'Sell',
  propertyPrice: 72_500_000,
  status: 'pending',
}
const PARK_FACING = {
  _id: '665f0b1ca1b2c3d4e5f60702',
  propertyName: 'Park-facing 2 BHK',
  saleType: 'Rent',
  propertyPrice: '32,000',
  status: 'approved',
}
const DATA = {
  totalProperties: 1234,
  boostedProperties: 12,
  totalRevenue: 12345678,
  totalUsers: 5,
  chartData: [],
  properties: [PARK_FACING, SEA_VIEW],
  lastTransactions: [
    {
      user: { name: 'Asha Kulkarni' },
      planType: 'PREMIUM',
      planCategory: 'Boast',
      amount: 2999,
      razorpayPaymentId: 'pay_1',
    },
    { planType: 'BASIC' },
  ],
}
const READ = 'GET /admin/dashboard-stats'

function show(responses: Responses = {}, onOpen: (id: string) => void = () => undefined) {
  return renderWithSync(<DashboardScreen onOpen={onOpen} />, {
    responses: { [READ]: { success: true, data: DATA }, ...responses },
  })
}

function cardOf(name: string) {
  const card = screen.getByRole('button', { name }).closest('li')
  if (!card) throw new Error(`no card shows ${name}`)
  return within(card)
}

const READING_ORDER = [
  'Summary',
  'Properties Listing Board',
  'Revenue Overview',
  'Recent Transactions',
]

function regionNames() {
  return screen
    .getAllByRole('region')
    .map((part) => part.getAttribute('aria-label') ?? part.querySelector('h3')?.textContent)
}

function figureOf(label: string) {
  return screen.getByText(label).closest('.stat-card')?.querySelector('.stat-value')
}

describe('the figures', () => {
  test('are announced as loading, then shown with Indian digit grouping', async () => {
    const gate = new EventTarget()
    const opened = new Promise((resolve) => gate.addEventListener('open', resolve))
    show({ [READ]: () => opened.then(() => HttpResponse.json({ success: true, data: DATA })) })
    expect(screen.getByText('Loading stats...')).toBeVisible()
    // The regions below the figures exist already, so nothing moves when their data arrives.
    expect(regionNames()).toEqual(READING_ORDER)
    const payments = screen.getByRole('region', { name: 'Recent Transactions' })

    gate.dispatchEvent(new Event('open'))
    expect(await screen.findByText('₹1,23,45,678')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Loading stats...')).toBeNull())
    expect(payments).toBeVisible()
    expect(regionNames()).toEqual(READING_ORDER)
    expect(figureOf('Total Properties')).toHaveAttribute('data-value', '1234')
    expect(figureOf('Total Boosted Properties')).toHaveTextContent('12')
    expect(figureOf('Total Revenue')).toHaveAttribute('data-value', '12345678')
    expect(figureOf('Total Users')).toHaveTextContent('5')
  })

  test('are dashes after a failed load, and the other regions are not shown', async () => {
    expectConsole('error', /Could not load dashboard/)
    show({ [READ]: () => HttpResponse.json({ success: false, error: 'No' }, { status: 500 }) })
    expect(await screen.findByText('Could not load the dashboard')).toBeVisible()
    expect(figureOf('Total Properties')).toHaveTextContent(/^-$/)
    expect(figureOf('Total Revenue')).toHaveTextContent(/^-$/)
    expect(regionNames()).toEqual(['Summary'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('are loaded by Retry', async () => {
    expectConsole('error', /Could not load dashboard/)
    show({ [READ]: () => HttpResponse.error() })
    await screen.findByText('Nothing saved on this device yet')
    answer({ [READ]: { success: true, data: DATA } })
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('₹1,23,45,678')).toBeVisible()
    expect(screen.queryByText('Nothing saved on this device yet')).toBeNull()
  })
})

describe('the board', () => {
  test('shows pending listings first, with price, sale type and status, and a click opens one', async () => {
    const onOpen = vi.fn()
    const bare = { id: 'bare-1', rentAmount: 27_500 }
    const properties = [PARK_FACING, SEA_VIEW, bare]
    const data = { ...DATA, properties }
    const { runtime } = show({ [READ]: { success: true, data } }, onOpen)
    await screen.findByText('Sea-view 3 BHK')
    const names = screen.getAllByRole('heading', { level: 4 }).map((name) => name.textContent)
    expect(names).toEqual(['Sea-view 3 BHK', 'N/A', 'Park-facing 2 BHK'])
    const card = cardOf('Sea-view 3 BHK')
    for (const text of ['₹7,25,00,000', 'Sell', 'Pending', 'No video']) {
      expect(card.getByText(text)).toBeVisible()
    }
    for (const text of ['₹27,500', 'Pending']) expect(cardOf('N/A').getByText(text)).toBeVisible()
    // The button of the current status is pressed, and a click on it sends nothing.
    const accept = cardOf('Park-facing 2 BHK').getByRole('button', { name: 'Accept' })
    expect(accept).toHaveAttribute('aria-pressed', 'true')
    fireEvent.click(accept)
    fireEvent.click(card.getByRole('button', { name: 'Sea-view 3 BHK' }))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(SEA_VIEW._id)
    expect(await (await openOutbox(runtime)).listChanges('operator-1')).toEqual([])
  })

  test.each([
    ['Accept', 'approved', 'Approved'],
    ['Cancel', 'rejected', 'Rejected'],
  ])(
    'the button %s sends "%s" for the listing that the accessible description of the button names',
    async (name, status, word) => {
      const sent = vi.fn()
      show({
        'PATCH /admin/properties/:id/status': async (request) => {
          sent(new URL(request.url).pathname, await request.json())
          return HttpResponse.json({ success: true })
        },
      })
      await screen.findByText('Sea-view 3 BHK')
      const button = cardOf('Sea-view 3 BHK').getByRole('button', { name })
      expect(button).toHaveAccessibleDescription('Sea-view 3 BHK')

      fireEvent.click(button)
      await waitFor(() => expect(cardOf('Sea-view 3 BHK').getByText(word)).toBeVisible())
      await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
      expect(sent).toHaveBeenCalledWith(`/api/admin/properties/${SEA_VIEW._id}/status`, { status })
    },
  )

  test('shows an offline decision as waiting, and Undo removes it unsent', async () => {
    const { runtime } = show(NO_NETWORK)
    await screen.findByText('Sea-view 3 BHK')
    act(() => runtime.sync.connectivity.report(false))
    fireEvent.click(cardOf('Sea-view 3 BHK').getByRole('button', { name: 'Accept' }))
    expect(await screen.findByText('Waiting')).toBeVisible()
    expect(cardOf('Sea-view 3 BHK').getByText('Approved')).toBeVisible()

    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByText('Waiting')).toBeNull())
    expect(cardOf('Sea-view 3 BHK').getByText('Pending')).toBeVisible()
    expect(await (await openOutbox(runtime)).listChanges('operator-1')).toEqual([])
  })

  test('marks a decision that the server refused, and links to the outbox', async () => {
    show({
      'PATCH /admin/properties/:id/status': () =>
        HttpResponse.json({ success: false, error: 'Not allowed' }, { status: 403 }),
    })
    await screen.findByText('Sea-view 3 BHK')
    fireEvent.click(cardOf('Sea-view 3 BHK').getByRole('button', { name: 'Accept' }))
    expect(await screen.findByText('Needs attention')).toBeVisible()
    expect(cardOf('Sea-view 3 BHK').getByText('Pending')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See why' })).toHaveAttribute(
      'href',
      '/dashboard?section=outbox',
    )
  })

  test('shows twelve listings, and all others on demand', async () => {
    const properties = Array.from({ length: 15 }, (_, place) => ({ id: `listing-${place}` }))
    show({ [READ]: { success: true, data: { properties } } })
    expect(await screen.findAllByRole('button', { name: 'Accept' })).toHaveLength(12)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(screen.getAllByRole('button', { name: 'Accept' })).toHaveLength(15)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })
})

test('the dashboard has the chart and the transactions, and no link to all payments without the id of a payer', async () => {
  const { container } = show()
  const table = within(await screen.findByRole('table', { name: 'Recent Transactions' }))
  const rows = table.getAllByRole('row').map((row) => [...row.children].map((c) => c.textContent))
  expect(rows).toEqual([
    ['Name', 'Plan', 'Category', 'Amount (₹)', 'Payment ID'],
    ['Asha Kulkarni', 'PREMIUM', 'Boast', '₹2,999', 'pay_1'],
    ['N/A', 'BASIC', '-', '-', '-'],
  ])
  expect(screen.getByRole('heading', { name: 'Revenue Overview' })).toBeVisible()
  const chart = () => container.querySelector('svg[width="800"][height="400"]')
  await waitFor(() => expect(chart()).not.toBeNull())
  expect(screen.queryByRole('link', { name: 'All payments' })).toBeNull()
})

test('the transactions link to all payments if the server sends the id of a payer', async () => {
  const [payment] = DATA.lastTransactions
  const lastTransactions = [{ ...payment, user: { id: 'user-1', name: 'Asha Kulkarni' } }]
  show({ [READ]: { success: true, data: { ...DATA, lastTransactions } } })
  const link = await screen.findByRole('link', { name: 'All payments' })
  expect(link).toHaveAttribute('href', '/dashboard?section=payments')
})

test("the dashboard, which is stored as a snapshot, shows no owner's phone or e-mail", async () => {
  const ownerDetails = { id: 'user-1', phoneNumber: '+91 98200 11223', email: 'asha@example.in' }
  const properties = [{ ...SEA_VIEW, ownerDetails }]
  const { container } = show({ [READ]: { success: true, data: { ...DATA, properties } } })
  await screen.findByText('Sea-view 3 BHK')
  expect(container.innerHTML).not.toMatch(/98200|asha@/)
})

describe('a marketplace without data', () => {
  const NOTHING = { totalProperties: 0, totalUsers: 0, properties: [], chartData: [] }
  const asRole = (staffRole: string) => ({
    responses: { [READ]: { success: true, data: NOTHING } },
    session: { ...OPERATOR, account: { ...OPERATOR.account, staffRole } },
  })

  test('offers its owner an import or demonstration data, and shows the demo password only once', async () => {
    renderWithSync(<DashboardScreen onOpen={() => undefined} />, asRole('owner'))
    const add = await screen.findByRole('button', { name: 'Add demonstration data' })
    expect(screen.getByRole('link', { name: 'Import listings' })).toHaveAttribute(
      'href',
      '/dashboard?section=team&part=sites',
    )
    expect(screen.queryByText('No properties yet')).toBeNull()
    const signIn = { email: 'asha@example.in', password: 'k3vd-9xqa' }
    answer({ 'POST /admin/demonstration': { success: true, data: signIn } })
    answer({ [READ]: { success: true, data: DATA } })
    fireEvent.click(add)
    const dialog = within(screen.getByRole('alertdialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Add demonstration data' }))
    expect(await screen.findByDisplayValue('k3vd-9xqa')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Open the dashboard' }))
    expect(await screen.findByText('Sea-view 3 BHK')).toBeVisible()
    expect(screen.queryByDisplayValue('k3vd-9xqa')).toBeNull()
  })

  test('shows a reviewer an empty board without an offer to add data', async () => {
    renderWithSync(<DashboardScreen onOpen={() => undefined} />, asRole('reviewer'))
    expect(await screen.findByText('No properties yet')).toBeVisible()
    expect(screen.queryByText('Nothing here yet')).toBeNull()
  })
})
