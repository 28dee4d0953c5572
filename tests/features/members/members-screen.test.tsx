import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { MembersScreen } from '#src/features/members/members-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  answer,
  type RenderOptions,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()

const ASHA = {
  _id: '665e0a10c1d2e3f4a5b6c701',
  fullName: 'Asha Kulkarni',
  createdAt: '2025-06-16T20:00:00Z',
  phoneNumber: '+91 98200 11223',
  email: 'asha@example.in',
  posted: { sell: 3, rent: 1, auction: 0 },
  boosted: 2,
  totalSpending: 12_500,
}
const NAMELESS = { _id: '665e0a10c1d2e3f4a5b6c702' }

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

function renderMembers(options: RenderOptions = {}, onOpen = vi.fn()) {
  const rendered = renderWithSync(
    <>
      <MembersScreen onOpen={onOpen} />
      <Address />
    </>,
    {
      responses: { 'GET /admin/users': { success: true, data: [ASHA, NAMELESS] } },
      address: '/dashboard?section=users',
      ...options,
    },
  )
  return { ...rendered, onOpen }
}

async function findRows() {
  const table = await screen.findByRole('table', { name: 'Users' })
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))
}

it("the table has the specification's columns, with Property Posted spanning three", async () => {
  renderMembers()
  const rows = await findRows()
  expect(rows.slice(0, 2)).toEqual([
    [
      'ID',
      'Name',
      'Joined',
      'Mobile Number',
      'Email',
      'Property Posted',
      'Boosted Property',
      'Contacts Bought',
      'Total Spending',
    ],
    ['Sell', 'Rent', 'Auction'],
  ])
  expect(screen.getByRole('columnheader', { name: 'Property Posted' })).toHaveAttribute(
    'colspan',
    '3',
  )
  expect(screen.getByRole('heading', { name: 'User Management' })).toBeVisible()
})

it('a row shows its values, N/A for a missing name, and the fixed figures', async () => {
  renderMembers()
  const rows = await findRows()
  expect(rows.slice(2)).toEqual([
    [
      'B6C701',
      'Asha Kulkarni',
      '17 Jun 25',
      '+91 98200 11223',
      'asha@example.in',
      '3',
      '1',
      '0',
      '2',
      '0',
      '₹0',
    ],
    ['B6C702', 'N/A', '-', '-', '-', '0', '0', '0', '0', '0', '₹0'],
  ])
})

it('a search is in the address beside the section, and a click opens a user', async () => {
  const { onOpen } = renderMembers()
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search users' }), 'asha')
  expect(await screen.findByText('1 of 2 users')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByTestId('address')).toHaveTextContent('?section=users&q=asha'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'B6C701' }))
  expect(onOpen).toHaveBeenCalledWith(ASHA._id)
})

it('the address restores a search and a sort', async () => {
  renderMembers({ address: '/dashboard?section=users&q=b6c&sort=-sell' })
  expect(await screen.findByRole('columnheader', { name: 'Sell' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  expect(screen.getByRole('searchbox', { name: 'Search users' })).toHaveValue('b6c')
})

it('a sort is in the address, and an unsupported one is ignored', async () => {
  renderMembers({ address: '/dashboard?section=users&sort=constructor' })
  await userEvent.click(await screen.findByRole('button', { name: 'Joined' }))
  expect(screen.getByTestId('address')).toHaveTextContent('?section=users&sort=joined')
})

it('a search without a match says so', async () => {
  renderMembers({ address: '/dashboard?section=users&q=nobody' })
  expect(await screen.findByText('No user matches this search.')).toBeVisible()
})

it('a list that could not be loaded says so without an alert and can be retried', async () => {
  expectConsole('error', /Could not load members/)
  let isBroken = true
  renderMembers({
    responses: {
      'GET /admin/users': () =>
        isBroken
          ? HttpResponse.json({ success: false, error: 'Broken' }, { status: 500 })
          : HttpResponse.json({ success: true, data: [ASHA] }),
    },
  })
  expect(screen.getByText('Loading users...')).toBeVisible()
  expect(await screen.findByText('Could not load the users')).toBeVisible()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Asha Kulkarni')).toBeVisible()
  expect(screen.queryByText('Could not load the users')).toBeNull()
})

it('without a network and a saved copy, the screen says that nothing is saved yet', async () => {
  expectConsole('error', /Could not load members/)
  renderMembers({ responses: { 'GET /admin/users': () => HttpResponse.error() } })
  expect(await screen.findByText('Nothing saved on this device yet')).toBeVisible()
})

it('shows the saved copy with its age when the server answers with an error', async () => {
  expectConsole('error', /Could not load members/)
  const { runtime } = renderMembers()
  await findRows()
  answer({
    'GET /admin/users': () => HttpResponse.json({ success: false, error: 'x' }, { status: 500 }),
  })
  await runtime.queryClient.refetchQueries()
  expect(await screen.findByText(/^Saved copy from .+ · just now$/)).toBeVisible()
  expect(screen.getByText('Asha Kulkarni')).toBeVisible()
})
