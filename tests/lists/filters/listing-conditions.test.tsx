import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ListingsScreen } from '#src/features/listings/listings-screen.tsx'
import { wireListing } from '#tests/support/panel-answers.ts'
import { renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const FLAT = { _id: 'a1', propertyName: 'Sea-view flat', city: 'Mumbai', propertyPrice: 9_000_000 }
const VILLA = {
  _id: 'b1',
  propertyName: 'Garden villa',
  propertyType: 'Villa',
  city: 'Pune',
  propertyPrice: 20_000_000,
}
const ROOM = {
  _id: 'c1',
  propertyName: 'Room in Goa',
  city: 'Goa',
  propertyPrice: null,
  rentAmount: 9_000,
}

function show(search = '') {
  const listings = [FLAT, VILLA, ROOM].map((fields) => wireListing(fields))
  return renderWithSync(<ListingsScreen onOpen={() => undefined} />, {
    responses: { 'GET /admin/properties': ok(listings) },
    address: `/dashboard?section=property${search}`,
  })
}

async function expectRows(...ids: string[]) {
  const table = await screen.findByRole('table', { name: 'Properties' })
  await waitFor(() =>
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map((cell) => cell.textContent),
    ).toEqual(ids),
  )
}

/** Types into a field and leaves it. */
async function enter(label: string, text: string) {
  const input = await screen.findByLabelText(label)
  await userEvent.clear(input)
  await userEvent.type(input, text)
  await userEvent.tab()
}

const conditionsOf = () => new URLSearchParams(window.location.search)

test('the conditions of an address narrow the list, are said above it, and are removed one by one', async () => {
  show('&city=Pune&city=Mumbai&price=..10000000')
  await expectRows('A1')
  await user.press('Remove the filter “Price: up to ₹1,00,00,000”')
  await expectRows('A1', 'B1')
  await user.press('Remove the filter “City: Pune or Mumbai”')
  await expectRows('A1', 'B1', 'C1')
  expect(window.location.search).toBe('?section=property')
})

test('a filter is added with its dialog, and the address keeps it', async () => {
  show()
  await expectRows('A1', 'B1', 'C1')
  await user.press('Add filter')
  await user.choose('Kind of property', 'Villa')
  await enter('Price, from', '1.5 Cr')
  expect(conditionsOf().get('type')).toBe('Villa')
  expect(conditionsOf().get('price')).toBe('15000000..')
  await user.press('Show 1')
  await expectRows('B1')
  await user.press('Add filter, 2 set')
  await user.press('Clear all')
  await user.press('Show 3')
  await expectRows('A1', 'B1', 'C1')
})

test('a bound that cannot be read changes nothing, stays as it was typed, and says what to enter', async () => {
  show('&price=5000..')
  await user.press('Add filter, 1 set')
  await enter('Price, from', '40-45 Lac')
  await user.sees('Enter a number, such as 50,00,000 or 45 Lac.')
  expect(screen.getByLabelText('Price, from')).toHaveValue('40-45 Lac')
  expect(conditionsOf().get('price')).toBe('5000..')
  await enter('Price, from', '50')
  await enter('Price, to', '10')
  await user.sees('The first number is above the second.')
})

test('a part of the address that is no filter is named and left out', async () => {
  show('&price=cheap&colour=red&status=sold&tab=hire&city=Goa')
  await expectRows('C1')
  expect(screen.getByText(/that was left out/)).toHaveTextContent(
    'Status cannot be “sold”. Tab cannot be “hire”. Price cannot be “cheap”. There is no filter “colour”.',
  )
})

test('when nothing passes, the filters can be cleared where the rows would be', async () => {
  show('&city=Delhi')
  await user.sees('No property passes these filters')
  await user.press('Clear filters')
  await expectRows('A1', 'B1', 'C1')
})
