import { expect, test } from 'vitest'
import { leadingAmount } from '#src/domain/listing/asking-price.ts'

test.each([
  [{ price: 45_00_000, rent: null, startingBid: null }, '₹45,00,000'],
  [{ price: null, rent: 32_000, startingBid: null }, '₹32,000 a month'],
  [{ price: 32_000, rent: 32_000, startingBid: null }, '₹32,000 a month'],
  [{ price: 45_00_000, rent: 32_000, startingBid: null }, '₹45,00,000'],
  [{ price: null, rent: null, startingBid: 30_00_000 }, '₹30,00,000'],
  [{ price: 45_00_000, rent: null, startingBid: 30_00_000 }, '₹45,00,000'],
  [{ price: null, rent: null, startingBid: null }, '-'],
])('%o leads with %s', (amounts, text) => {
  expect(leadingAmount(amounts)).toBe(text)
})
