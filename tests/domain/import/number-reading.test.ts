import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readAmount,
  readArea,
  readBedrooms,
  readBeds,
  readRent,
} from '#src/domain/import/number-reading.ts'
import { groupIndian } from '#src/domain/money.ts'

test.each([
  ['4500000', 4_500_000],
  ['45,00,000', 4_500_000],
  ['4,500,000', 4_500_000],
  ['450,000', 450_000],
  ['₹ 45,00,000.00', 4_500_000],
  ['₹45,00,000/-', 4_500_000],
  ['Rs. 45,00,000/- only', 4_500_000],
  ['Rs45,00,000', 4_500_000],
  ['INR 45,00,000', 4_500_000],
  ['45 Lac', 4_500_000],
  ['45 lacs', 4_500_000],
  ['Rs. 45 Lakhs', 4_500_000],
  ['45 LAKH', 4_500_000],
  ['45L', 4_500_000],
  ['45.55 lakh', 4_555_000],
  ['1.25 Cr', 12_500_000],
  ['1.25 crore', 12_500_000],
  ['₹2Cr.', 20_000_000],
  ['45K', 45_000],
  ['45 thousand', 45_000],
  ['४५,००,०००', 4_500_000],
  ['४५ लाख', 4_500_000],
  ['१.२५ करोड़', 12_500_000],
  ['৪৫০০০০০', 4_500_000],
  ['௪௫௦௦௦௦௦', 4_500_000],
  ['４５，００，０００', 4_500_000],
  ['45\u00a000\u00a0000', 4_500_000],
  ['45\u202f00\u202f000', 4_500_000],
  ['4 500 000', 4_500_000],
  ['\u200e4500000\u200f', 4_500_000],
  ['45\u200b00000', 4_500_000],
  ['4.5E7', 45_000_000],
  ['4.5e+07', 45_000_000],
  ['4500000.0', 4_500_000],
  ['4950000.0000000009', 4_950_000],
])('the amount "%s" is %d rupees', (text, rupees) => {
  expect(readAmount(text)).toBe(rupees)
})

test.each([
  '40-45 Lac',
  '40 to 45 Lac',
  '45 Lac onwards',
  '45+ Lac',
  '-4500000',
  '−4500000',
  '(45,00,000)',
  '45%',
  '980,50',
  '76,77',
  '1,5',
  '0,500',
  '45.00.000,00',
  '45.00.000',
  "45'00'000",
  '45,00 000',
  '1,23,4567',
  '4,50,0000',
  '12,34',
  '$45,000',
  '45 million',
  '45 Lac / 50 Lac',
  '2 BHK',
  '980 sq ft',
  '10²',
  '2½',
  '٤٥٫٥',
  '1 Cr 25 Lac',
  'on request',
  'NaN',
  'Infinity',
  '1e999',
  '0x10',
  '',
  '0.0000001e-99 Cr',
])('the amount "%s" is not read', (text) => {
  expect(readAmount(text)).toBeUndefined()
})

test.each([
  [readRent, '₹ 32,000 / month', 32_000],
  [readRent, '32K pm', 32_000],
  [readRent, 'Rs. 32,000/- per month', 32_000],
  [readArea, '980', 980],
  [readArea, '1,250 sq. ft.', 1250],
  [readArea, '1250 Sq.Ft', 1250],
  [readArea, '1250sqft', 1250],
  [readArea, '1250 square feet', 1250],
  [readArea, '8,36,864', 836_864],
  [readArea, '1078.0000000000002', 1078],
  [readBedrooms, '2 BHK', 2],
  [readBedrooms, '3bhk', 3],
  [readBedrooms, '2.5', 2.5],
  [readBedrooms, '2 bedrooms', 2],
  [readBeds, '3 beds', 3],
])('%o reads "%s" as %d', (read, text, value) => {
  expect(read(text)).toBe(value)
})

test.each([
  [readRent, '32,000 / year'],
  [readArea, '836,864'],
  [readArea, '774 783'],
  [readArea, '980,50'],
  [readArea, '91 sq m'],
  [readArea, '109 sq yd'],
  [readArea, '980 x 2'],
  [readArea, '980 BHK'],
  [readBedrooms, '2 RK'],
  [readBedrooms, '2+1 BHK'],
  [readBedrooms, '2, 3 BHK'],
  [readBeds, '2 BHK'],
])('%o does not read "%s"', (read, text) => {
  expect(read(text)).toBeUndefined()
})

test('every amount that a screen shows is read as the same number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (amount) => {
      expect(readAmount(`₹${groupIndian(amount)}`)).toBe(amount)
      expect(readAmount(amount.toLocaleString('en-US'))).toBe(amount)
      expect(readAmount(amount.toLocaleString('hi-IN-u-nu-deva'))).toBe(amount)
    }),
  )
})
