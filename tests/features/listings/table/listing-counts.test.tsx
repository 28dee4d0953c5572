import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { ListingsHeader } from '#src/features/listings/table/listings-header.tsx'
import { SaleTabs } from '#src/features/listings/table/sale-tabs.tsx'
import { sampleListing } from '#tests/support/outbox/sample-change.ts'

const APPROVED = sampleListing({ id: 'listing-2', status: 'approved', saleType: 'Rent' })
const PENDING = sampleListing({ id: 'listing-1', status: 'pending', saleType: 'Sell' })

it('each tab shows its number of listings, and no number before they are loaded', () => {
  const tabs = (listings: (typeof PENDING)[] | null) => (
    <SaleTabs listings={listings} tab="all" onSelect={() => undefined} />
  )
  const { rerender } = render(tabs(null))
  const words = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(words().join()).not.toMatch(/\d/)
  rerender(tabs([PENDING, APPROVED]))
  expect(words()).toEqual(['All2', 'On Sell1', 'On Rent/PG1', 'On Auction0'])
})

it('the header counts the pending listings, and reads "Everything is decided" if there are none', () => {
  const head = (listings: (typeof PENDING)[] | null) => (
    <MemoryRouter>
      <ListingsHeader listings={listings} isLoading={false} mayReview />
    </MemoryRouter>
  )
  const { rerender } = render(head(null))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  rerender(head([PENDING, APPROVED]))
  expect(screen.getByRole('link', { name: /Review 1/ })).toBeVisible()
  rerender(head([APPROVED]))
  expect(screen.queryByRole('link', { name: /Review/ })).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('Everything is decided')
  rerender(head([]))
  expect(screen.getByRole('status')).toHaveTextContent('No listings yet')
})
