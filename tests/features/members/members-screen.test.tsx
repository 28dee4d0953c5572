import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MembersScreen } from '#src/features/members/members-screen.tsx'
import {
  type RenderOptions,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

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

function renderMembers(options: RenderOptions = {}, onOpen = vi.fn()) {
  const rendered = renderWithSync(<MembersScreen onOpen={onOpen} />, {
    responses: { 'GET /admin/users': ok([ASHA, NAMELESS]) },
    address: '/dashboard?section=users',
    ...options,
  })
  return { ...rendered, onOpen }
}

async function findRows() {
  const table = await screen.findByRole('table', { name: 'Users' })
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))
}

it("the table has the specification's columns with Property Posted as a group, and N/A for a missing name", async () => {
  renderMembers()
  const rows = (await findRows()).map((cells) => cells.join('|'))
  expect(rows).toEqual([
    'ID|Name|Joined|Mobile Number|Email|Property Posted|Boosted Property|Contacts Bought|Total Spending',
    'Sell|Rent|Auction',
    // The last two columns, Contacts Bought and Total Spending, always show 0.
    'B6C701|Asha Kulkarni|17 Jun 25|+91 98200 11223|asha@example.in|3|1|0|2|0|₹0',
    'B6C702|N/A|-|-|-|0|0|0|0|0|₹0',
  ])
  const posted = screen.getByRole('columnheader', { name: 'Property Posted' })
  expect(posted).toHaveAttribute('colspan', '3')
  expect(screen.getByRole('heading', { name: 'User Management' })).toBeVisible()
})

it('a search is stored in the URL beside the section, and a click on a row opens the user', async () => {
  const { onOpen } = renderMembers()
  const search = await screen.findByRole('searchbox', { name: 'Search users' })
  fireEvent.change(search, { target: { value: 'nobody' } })
  await user.sees('No user matches this search.')
  fireEvent.change(search, { target: { value: 'asha' } })
  await user.sees('1 of 2 users')
  await waitFor(() => expect(window.location.search).toBe('?section=users&q=asha'))
  await user.press('B6C701')
  expect(onOpen).toHaveBeenCalledWith(ASHA._id)
})

it('the URL restores a search and a sort', async () => {
  renderMembers({ address: '/dashboard?section=users&q=b6c&sort=-sell' })
  expect(await screen.findByRole('columnheader', { name: 'Sell' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  expect(screen.getByRole('searchbox', { name: 'Search users' })).toHaveValue('b6c')
})

it('a sort is stored in the URL, and an unsupported sort in the URL is ignored', async () => {
  renderMembers({ address: '/dashboard?section=users&sort=constructor' })
  await user.press('Joined')
  expect(window.location.search).toBe('?section=users&sort=joined')
})
