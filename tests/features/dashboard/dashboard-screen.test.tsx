import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { DashboardScreen } from '#src/features/dashboard/dashboard-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { DECIDE, NO_NETWORK } from '#tests/support/panel-answers.ts'
import {
  answer,
  listQueued,
  loseNetwork,
  OPERATOR,
  operatorAs,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { held, noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { textsOf, user } from '#tests/support/user.ts'

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
const PAYMENT = {
  user: { name: 'Asha Kulkarni' },
  planType: 'PREMIUM',
  planCategory: 'Boast',
  amount: 2999,
  razorpayPaymentId: 'pay_1',
}
const DATA = {
  totalProperties: 1234,
  boostedProperties: 12,
  totalRevenue: 12345678,
  totalUsers: 5,
  chartData: [],
  properties: [PARK_FACING, SEA_VIEW],
  lastTransactions: [PAYMENT, { planType: 'BASIC' }],
}
const READ = 'GET /admin/dashboard-stats'

function show(responses: Responses = {}, { onOpen = vi.fn(), session = OPERATOR } = {}) {
  return renderWithSync(<DashboardScreen onOpen={onOpen} />, {
    session,
    responses: { [READ]: ok(DATA), ...responses },
  })
}

async function findCard(name = 'Sea-view 3 BHK') {
  const card = (await screen.findByRole('button', { name })).closest('li')
  if (!card) throw new Error(`no card shows ${name}`)
  return card
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
    const { respond, letGo } = held(ok(DATA))
    show({ [READ]: respond })
    expect(screen.getByText('Loading stats...')).toBeVisible()
    // The regions below the figures exist already, so nothing moves when their data arrives.
    expect(regionNames()).toEqual(READING_ORDER)
    const payments = screen.getByRole('region', { name: 'Recent Transactions' })

    letGo()
    await user.sees('₹1,23,45,678')
    await user.seesNo('Loading stats...')
    expect(payments).toBeVisible()
    expect(regionNames()).toEqual(READING_ORDER)
    expect(figureOf('Total Properties')).toHaveAttribute('data-value', '1234')
    expect(figureOf('Total Boosted Properties')).toHaveTextContent('12')
    expect(figureOf('Total Revenue')).toHaveAttribute('data-value', '12345678')
    expect(figureOf('Total Users')).toHaveTextContent('5')
  })

  test('are dashes after a failed load, without the other regions, until Retry loads them', async () => {
    expectConsole('error', /Could not load dashboard/)
    show({ [READ]: noAnswer })
    await user.sees('Nothing saved on this device yet')
    expect(figureOf('Total Properties')).toHaveTextContent(/^-$/)
    expect(figureOf('Total Revenue')).toHaveTextContent(/^-$/)
    expect(regionNames()).toEqual(['Summary'])
    answer({ [READ]: ok(DATA) })
    await user.press('Retry')
    await user.sees('₹1,23,45,678')
    expect(screen.queryByText('Nothing saved on this device yet')).toBeNull()
  })
})

test('each of the four figures leads to its list', async () => {
  show()
  await user.sees('₹1,23,45,678')
  const links = ['Total Properties', 'Total Boosted Properties', 'Total Revenue', 'Total Users']
  expect(links.map((label) => screen.getByText(label).closest('a')?.getAttribute('href'))).toEqual([
    '/dashboard?section=property',
    '/dashboard?section=property&boosted=yes',
    '/dashboard?section=payments',
    '/dashboard?section=users',
  ])
})

describe('the line about the queue', () => {
  const queue = { waiting: 622, decidedToday: 1_118 }
  const AGO_MS = 13 * 86_400_000 + 3_600_000
  const OLDEST = { ...SEA_VIEW, createdAt: new Date(Date.now() - AGO_MS).toISOString() }
  const WAITING = { [READ]: ok({ ...DATA, queue, properties: [OLDEST, PARK_FACING] }) }
  const line = () => document.querySelector('.queue-line')

  test('says how many wait, how long, and how many were decided today, each with its list', async () => {
    show(WAITING)
    await user.sees('622 waiting')
    expect(line()).toHaveTextContent('622 waiting · oldest 13 days · 1,118 decided today')
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    expect(
      [...(line()?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')),
    ).toEqual([
      '/dashboard?section=property&status=pending',
      '/dashboard?section=property&status=pending&sort=status',
      `/dashboard?section=decisions&from=${today}`,
    ])
  })

  test('includes a decision that waits on this device', async () => {
    const { runtime } = show({ ...WAITING, ...NO_NETWORK })
    await user.sees('622 waiting')
    loseNetwork(runtime)
    fireEvent.click(within(await findCard()).getByRole('button', { name: 'Accept' }))
    await user.sees('621 waiting')
    expect(line()).toHaveTextContent('621 waiting · 1,119 decided today')
  })

  test('is missing on a backend that does not count the queue', async () => {
    show()
    await user.sees('₹1,23,45,678')
    expect(line()).toBeNull()
  })
})

describe('the board', () => {
  test('shows pending listings first, with price, sale type and status, and a click opens one', async () => {
    const onOpen = vi.fn()
    const bare = { id: 'bare-1', rentAmount: 27_500 }
    const data = { ...DATA, properties: [PARK_FACING, SEA_VIEW, bare] }
    const { runtime } = show({ [READ]: ok(data) }, { onOpen })
    const card = await findCard()
    const names = screen.getAllByRole('heading', { level: 4 }).map((name) => name.textContent)
    expect(names).toEqual(['Sea-view 3 BHK', 'N/A', 'Park-facing 2 BHK'])
    for (const text of ['₹7,25,00,000', 'Sell', 'Pending', 'No video']) await user.sees(text, card)
    for (const text of ['₹27,500 a month', 'Pending']) await user.sees(text, await findCard('N/A'))
    // The button of the current status is pressed, and a click on it sends nothing.
    const approved = await findCard('Park-facing 2 BHK')
    const accept = within(approved).getByRole('button', { name: 'Accept' })
    expect(accept).toHaveAttribute('aria-pressed', 'true')
    await user.press('Accept', approved)
    await user.press('Sea-view 3 BHK', card)
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(SEA_VIEW._id)
    expect(await listQueued(runtime)).toEqual([])
  })

  test.each([
    ['Accept', 'approved', 'Approved'],
    ['Cancel', 'rejected', 'Rejected'],
  ])(
    'the button %s sends "%s" for the listing that the accessible description of the button names',
    async (name, status, word) => {
      const call = recorded()
      show({ [DECIDE]: call.respond })
      const card = await findCard()
      const button = within(card).getByRole('button', { name })
      expect(button).toHaveAccessibleDescription('Sea-view 3 BHK')
      fireEvent.click(button)
      await user.sees(word, card)
      await waitFor(() => expect(call.bodies).toEqual([{ status }]))
      expect(call.paths()).toEqual([`/admin/properties/${SEA_VIEW._id}/status`])
    },
  )

  test('shows an offline decision as waiting, and Undo removes it unsent', async () => {
    const { runtime } = show(NO_NETWORK)
    const card = await findCard()
    loseNetwork(runtime)
    await user.press('Accept', card)
    await user.sees('Waiting')
    await user.sees('Approved', card)
    await user.press('Undo')
    await user.seesNo('Waiting')
    await user.sees('Pending', card)
    expect(await listQueued(runtime)).toEqual([])
  })

  test('marks a decision that the server refused, and links to the outbox', async () => {
    show({ [DECIDE]: refusal(403, { error: 'Not allowed' }) })
    const card = await findCard()
    await user.press('Accept', card)
    await user.sees('Needs attention')
    await user.sees('Pending', card)
    await user.seesLink('See why', '/dashboard?section=outbox')
  })

  test('shows twelve listings, and all others on demand', async () => {
    const properties = Array.from({ length: 15 }, (_, place) => ({ id: `listing-${place}` }))
    show({ [READ]: ok({ properties }) })
    expect(await screen.findAllByRole('button', { name: 'Accept' })).toHaveLength(12)
    await user.press('Show more')
    expect(screen.getAllByRole('button', { name: 'Accept' })).toHaveLength(15)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })
})

test('the dashboard has the chart and the transactions, and no link to all payments without the id of a payer', async () => {
  const { container } = show()
  const table = within(await screen.findByRole('table', { name: 'Recent Transactions' }))
  expect(textsOf(table.getAllByRole('row'))).toEqual([
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
  const lastTransactions = [{ ...PAYMENT, user: { id: 'user-1', name: 'Asha Kulkarni' } }]
  show({ [READ]: ok({ ...DATA, lastTransactions }) })
  await user.seesLink('All payments', '/dashboard?section=payments')
})

test("the dashboard, which is stored as a snapshot, shows no owner's phone or e-mail", async () => {
  const ownerDetails = { id: 'user-1', phoneNumber: '+91 98200 11223', email: 'asha@example.in' }
  const properties = [{ ...SEA_VIEW, ownerDetails }]
  const { container } = show({ [READ]: ok({ ...DATA, properties }) })
  await screen.findByText('Sea-view 3 BHK')
  expect(container.innerHTML).not.toMatch(/98200|asha@/)
})

describe('a marketplace without data', () => {
  const NOTHING = { totalProperties: 0, totalUsers: 0, properties: [], chartData: [] }
  test('offers its owner an import or demonstration data, and shows the demo password only once', async () => {
    show({ [READ]: ok(NOTHING) }, { session: operatorAs('owner') })
    await user.seesLink('Import listings', '/dashboard?section=sites')
    expect(screen.queryByText('No properties yet')).toBeNull()
    const signIn = { email: 'asha@example.in', password: 'k3vd-9xqa' }
    answer({ 'POST /admin/demonstration': ok(signIn), [READ]: ok(DATA) })
    await user.press('Add demonstration data')
    await user.confirm('Add demonstration data')
    expect(await screen.findByDisplayValue('k3vd-9xqa')).toBeVisible()
    await user.press('Open the dashboard')
    await user.sees('Sea-view 3 BHK')
    expect(screen.queryByDisplayValue('k3vd-9xqa')).toBeNull()
  })

  test('says in steps how to go live before the demonstration data comes, and then how to see what an owner sees', async () => {
    show({ [READ]: ok(NOTHING) }, { session: operatorAs('owner') })
    answer({ 'POST /admin/demonstration': ok({ email: 'asha@example.in', password: 'k3vd' }) })
    await user.press('Add demonstration data')
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Stop the server.',
      'Set DATA_DIR to a new, empty folder; with PostgreSQL, also DATABASE_URL to a new database.',
      'Set SEED to none, and start the server.',
    ])
    await user.confirm('Add demonstration data')
    expect(
      await screen.findByRole('region', { name: 'The demonstration data is here' }),
    ).toHaveTextContent(
      'To see the marketplace as an owner of listings does, sign in with this account on the sign-in page for owners. The password is shown only now.',
    )
    await user.seesLink('sign-in page for owners', '/account/sign-in')
  })

  test('shows a reviewer an empty board without an offer to add data', async () => {
    show({ [READ]: ok(NOTHING) }, { session: operatorAs('reviewer') })
    await user.sees('No properties yet')
    expect(screen.queryByText('Nothing here yet')).toBeNull()
  })
})
