import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { formatDate } from '#src/domain/dates.ts'
import { LoansScreen } from '#src/features/loans/loans-screen.tsx'
import { type Responses, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'

setupAnswers()

const LOAN = {
  _id: '665e0a10c1d2e3f4a5b6c7aa',
  user: { fullName: 'Ravi Menon', phoneNumber: '+91 90000 12345', profilePicture: null },
  occupationType: 'Salaried',
  income: '1250000.75',
  panNumber: 'ABCPVXXXXK',
  createdAt: '2024-01-02T03:04:05Z',
}
/** The answers of a bare backend: no id, and an income that is not a number. */
const BARE = [
  { user: { fullName: 'Meera Iyer' }, income: 'about fifty thousand', panNumber: 'ABCDE1234F' },
  { user: null },
]

function renderLoans(responses?: Responses) {
  const onOpen = vi.fn()
  renderWithSync(<LoansScreen onOpen={onOpen} />, {
    responses: responses ?? { 'GET /admin/loan': ok([LOAN, ...BARE]) },
  })
  return onOpen
}

it("the table has the specification's columns, with today as the date of every loan and PANs as received", async () => {
  renderLoans()
  const table = await screen.findByRole('table', { name: 'Loan applications' })
  const today = formatDate(Date.now())
  const rows = within(table).getAllByRole('row')
  expect(
    rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
  ).toEqual([
    ['ID', 'Name', 'Contact No.', 'Date', 'Occupation Type', 'Monthly Income', 'PAN Number'],
    ['B6C7AA', 'Ravi Menon', '+91 90000 12345', today, 'Salaried', '12,50,000', 'ABCPVXXXXK'],
    ['-', 'Meera Iyer', '-', today, '-', '-', 'ABCDE1234F'],
    ['-', 'N/A', '-', today, '-', '-', '-'],
  ])
  expect(screen.getByRole('heading', { name: 'Loan Applications' })).toBeVisible()
})

it('a click opens a loan by its id, or by its position if it has no id', async () => {
  const onOpen = renderLoans()
  fireEvent.click(await screen.findByText('Ravi Menon'))
  fireEvent.click(screen.getByText('Meera Iyer'))
  expect(onOpen.mock.calls).toEqual([[LOAN._id], ['place-2']])
})
