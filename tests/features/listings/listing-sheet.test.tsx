import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { ListingSheet } from '#src/features/listings/listing-sheet.tsx'
import { type Responses, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const FLAT = {
  _id: '665f0b1ca1b2c3d4e5f60701',
  propertyName: 'Park-facing flat',
  saleType: 'Rent',
  rentAmount: 32_000,
  status: 'pending',
  version: 3,
  ownerDetails: { name: 'Asha Kulkarni' },
  createdAt: '2025-06-17T06:30:00.000Z',
  boostedUntil: '2025-07-01T06:30:00.000Z',
}
const notFound = () => HttpResponse.json({ success: false, error: 'Not found' }, { status: 404 })
/** As a bare backend answers, which has neither. */
const NO_HISTORY: Responses = {
  'GET /admin/properties/:id/history': notFound,
  'GET /admin/audit': notFound,
}

function show(responses: Responses = {}, id = FLAT._id) {
  return renderWithSync(<ListingSheet id={id} onClose={() => undefined} />, {
    responses: {
      'GET /admin/properties': { success: true, data: [FLAT] },
      ...NO_HISTORY,
      ...responses,
    },
  })
}

function shownAs(label: string) {
  return screen.getByText(label).nextElementSibling
}

describe('the details of a listing', () => {
  test('show what the table leaves out', async () => {
    show()
    const sheet = await screen.findByRole('dialog', { name: 'Park-facing flat' })
    expect(shownAs('Rent a month')).toHaveTextContent('₹32,000')
    expect(shownAs('Boosted until')).toHaveTextContent('01 Jul 25')
    expect(shownAs('Listed by')).toHaveTextContent('Asha Kulkarni')
    expect(shownAs('Auction ends')).toHaveTextContent('-')
    expect(within(sheet).getByText(FLAT._id)).toBeVisible()
  })

  test('say so when no such listing is in the list', async () => {
    show({}, 'deleted-long-ago')
    expect(await screen.findByText('This property is not in the list')).toBeVisible()
  })

  test('show both sides of a conflict and lead to the outbox', async () => {
    show({
      'PATCH /admin/properties/:id/status': () =>
        HttpResponse.json(
          {
            success: false,
            error: 'Changed elsewhere',
            code: 'version_conflict',
            data: { current: { ...FLAT, status: 'rejected', version: 4 }, device: 'Office laptop' },
          },
          { status: 412 },
        ),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    expect(await screen.findByText('Changed elsewhere')).toBeVisible()
    expect(screen.getByText(/Office laptop set it to Rejected first/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the outbox' })).toHaveAttribute(
      'href',
      '/dashboard?section=outbox',
    )
    expect(screen.getByText('Pending')).toBeVisible()
  })

  test('ask before a delete, and are gone after the yes of the server', async () => {
    show({ 'DELETE /admin/property/:id': { success: true } })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = within(screen.getByRole('alertdialog'))
    fireEvent.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByText('This property is not in the list')).toBeVisible())
  })
})
