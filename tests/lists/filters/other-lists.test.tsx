import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PaymentsScreen } from '#src/features/dashboard/payments-screen.tsx'
import { LoansScreen } from '#src/features/loans/loans-screen.tsx'
import { MembersScreen } from '#src/features/members/members-screen.tsx'
import { renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const MEMBERS = [
  { _id: 'aa', fullName: 'Asha', createdAt: '2025-06-30T18:30:00.000Z', posted: { sell: 3 } },
  { _id: 'bb', fullName: 'Bela', createdAt: '2025-06-30T18:29:59.999Z', boosted: 1 },
  { _id: 'cc', fullName: 'Chitra' },
]
const LOANS = [
  { _id: 'aa', user: { fullName: 'Asha' }, occupationType: 'Salaried', income: 85_000 },
  { _id: 'bb', user: { fullName: 'Bela' }, occupationType: 'Farmer', income: 30_000.5 },
  { _id: 'cc', user: { fullName: 'Chitra' } },
]
const PAYMENTS = [
  { _id: 'aa', user: { name: 'Asha' }, planType: 'BASIC', planCategory: 'Boast', amount: 499 },
  { _id: 'bb', user: { name: 'Bela' }, planType: 'PREMIUM', planCategory: 'Plan', amount: 999 },
  {
    _id: 'cc',
    user: { name: 'Chitra' },
    planType: 'basic ',
    createdAt: '2025-06-30T18:30:00.000Z',
  },
]
const LISTS = {
  Users: { section: 'users', call: 'GET /admin/users', rows: MEMBERS, Screen: MembersScreen },
  'Loan applications': {
    section: 'loans',
    call: 'GET /admin/loan',
    rows: LOANS,
    Screen: LoansScreen,
  },
  Payments: {
    section: 'payments',
    call: 'GET /admin/payments',
    rows: PAYMENTS,
    Screen: PaymentsScreen,
  },
}
type ListName = keyof typeof LISTS

function show(name: ListName, address: string) {
  const { section, call, rows, Screen } = LISTS[name]
  return renderWithSync(<Screen onOpen={() => undefined} />, {
    responses: { [call]: ok(rows) },
    address: `/dashboard?section=${section}${address}`,
  })
}

async function expectNames(name: ListName, ...names: string[]) {
  const table = await screen.findByRole('table', { name })
  const known = ['Asha', 'Bela', 'Chitra']
  await waitFor(() =>
    expect(known.filter((one) => within(table).queryByText(one) !== null)).toEqual(names),
  )
}

test.each<[ListName, string, string[], string]>([
  ['Users', 'joined=2025-07-01..', ['Asha'], 'Joined: from 01 Jul 25'],
  ['Users', 'joined=..2025-06-30', ['Bela'], 'Joined: until 30 Jun 25'],
  ['Users', 'posted=1..', ['Asha'], 'Properties posted: 1 or more'],
  ['Users', 'boosted=no', ['Asha', 'Chitra'], 'Without a boosted property'],
  [
    'Loan applications',
    'income=30000.5..85000',
    ['Asha', 'Bela'],
    'Monthly income: 30,000 to 85,000',
  ],
  ['Loan applications', 'occupation=FARMER', ['Bela'], 'Occupation: FARMER'],
  ['Payments', 'plan=basic', ['Asha', 'Chitra'], 'Plan: basic'],
  ['Payments', 'category=Plan&amount=500..', ['Bela'], 'Category: Plan'],
  ['Payments', 'date=2025-07-01..2025-07-01', ['Chitra'], 'Date: 01 Jul 25'],
])(
  '%s with %s are filtered, counted, and the filter is removed by its chip',
  async (name, query, names, words) => {
    show(name, `&${query}`)
    await expectNames(name, ...names)
    expect(screen.getByText(new RegExp(`^${names.length} of 3 `))).toHaveRole('status')
    for (const chip of within(screen.getByRole('list', { name: 'Filters' })).getAllByRole('button'))
      expect(chip).toBeVisible()
    await user.press(`Remove the filter “${words}”`)
    await waitFor(() => expect(window.location.search).not.toContain(query.split('=')[0] ?? ''))
  },
)

test.each<ListName>(['Users', 'Loan applications', 'Payments'])(
  '%s name each part of the address that is no filter, and leave it out',
  async (name) => {
    show(name, '&colour=red&age=x&date=1&joined=2025-02-30..')
    await expectNames(name, 'Asha', 'Bela', 'Chitra')
    expect(screen.getByText(/that was left out/)).toHaveTextContent('There is no filter “colour”.')
    expect(screen.getByText(/that was left out/)).toHaveTextContent(
      name === 'Users' ? 'Joined cannot be “2025-02-30..”.' : 'There is no filter “joined”.',
    )
  },
)

test('a filter of users is added with the dialog, and cleared where the rows would be', async () => {
  show('Users', '')
  await expectNames('Users', 'Asha', 'Bela', 'Chitra')
  await user.press('Add filter')
  await user.choose('Boosted property', 'With a boosted property')
  await user.press('Show 1')
  await expectNames('Users', 'Bela')
  expect(window.location.search).toBe('?section=users&boosted=yes')
})

test('when no user passes, the filters are cleared where the rows would be', async () => {
  show('Users', '&posted=50..')
  await user.sees('No user passes these filters.')
  await user.press('Clear filters')
  await expectNames('Users', 'Asha', 'Bela', 'Chitra')
})
