import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { DEALS, FURNISHINGS, KINDS, POSTING_FIELDS } from '#src/domain/posting/posting-fields.ts'
import { listNoNumbers, toDraft, toTyped } from '#src/domain/posting/typed-posting.ts'
import { WIZARD_STEPS } from '#src/features/posting/wizard-steps.ts'

const amount = fc.option(fc.integer({ min: 0, max: 1_000_000_000 }))
const text = fc.option(fc.string({ minLength: 1, maxLength: 20 }))
const draft = fc.record({
  deal: fc.option(fc.constantFrom(...DEALS)),
  kind: fc.option(fc.constantFrom(...KINDS)),
  furnishing: fc.option(fc.constantFrom(...FURNISHINGS)),
  city: text,
  locality: text,
  pincode: text,
  title: text,
  description: text,
  area: amount,
  bhk: amount,
  beds: amount,
  price: amount,
  rent: amount,
  startingBid: amount,
  auctionEndsAt: fc.constantFrom(null, '2026-02-10T06:00:00.000Z'),
  availableFrom: fc.constantFrom(null, '2026-02-10'),
  media: fc.array(fc.constant('a'.repeat(24)), { maxLength: 2 }),
})

test('a draft that is opened and saved without edits does not change', () => {
  fc.assert(
    fc.property(draft, (before) => {
      expect(toDraft(toTyped(before), before.media)).toEqual(before)
      expect(listNoNumbers(toTyped(before))).toEqual([])
    }),
  )
})

test('amounts are parsed as people write them, and text that is not a number is reported', () => {
  const typed = toTyped(EMPTY_DRAFT)
  expect(toDraft({ ...typed, price: ' ₹45,00,000 ' }, [])).toMatchObject({ price: 4_500_000 })
  expect(toDraft({ ...typed, price: '45 lakh' }, [])).toMatchObject({ price: null })
  expect(listNoNumbers({ ...typed, price: '45 lakh', area: '-5' })).toEqual(['area', 'price'])
})

test('each field is in exactly one step of the wizard; media have their own step', () => {
  const asked = WIZARD_STEPS.flatMap(({ fields }) => fields)
  expect([...asked, 'media'].sort()).toEqual([...POSTING_FIELDS].sort())
})
