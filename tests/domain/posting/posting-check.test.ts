import { describe, expect, test } from 'vitest'
import {
  applyWithoutReview,
  hasUnsubmitted,
  needsReview,
} from '#src/domain/posting/posting-changes.ts'
import { checkPosting } from '#src/domain/posting/posting-check.ts'
import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import {
  DEALS,
  fieldRulesOf,
  KINDS,
  listKindsOf,
  POSTING_FIELDS,
  type PostingField,
} from '#src/domain/posting/posting-fields.ts'

const NOW = new Date('2026-01-10T06:00:00.000Z')
/** Every field has a value, also the fields that do not apply to this deal and kind. */
const FULL: PostingDraft = {
  deal: 'sell',
  kind: 'apartment',
  city: ' Pune ',
  locality: 'Baner',
  pincode: '411045',
  title: 'Sunlit 2 BHK in Baner',
  description: 'Second floor, two balconies, covered parking.',
  area: 980,
  bhk: 2,
  beds: 3,
  furnishing: 'semi',
  price: 4_500_000,
  rent: 32_000,
  startingBid: 4_000_000,
  auctionEndsAt: '2026-02-10T06:00:00.000Z',
  availableFrom: '2026-02-01',
  media: [],
}
const PAIRS = DEALS.flatMap((deal) => listKindsOf(deal).map((kind) => [deal, kind] as const))

function requireContent(draft: PostingDraft) {
  const checked = checkPosting(draft, NOW)
  if (!checked.isComplete) throw new Error(JSON.stringify(checked.fields))
  return checked.content
}

function flawsOf(draft: PostingDraft) {
  const checked = checkPosting(draft, NOW)
  return checked.isComplete ? {} : checked.fields
}

describe.each(PAIRS)('a draft with the deal "%s" and the kind "%s"', (deal, kind) => {
  const draft = { ...FULL, deal, kind }
  const rules = fieldRulesOf(draft)

  test('passes the check, which keeps only the fields that apply to this deal and kind', () => {
    const content = requireContent(draft)
    const filled = POSTING_FIELDS.filter((field) => content[field] !== null)
    expect(new Set(filled)).toEqual(new Set(Object.keys(rules)))
    expect(content.city).toBe('Pune')
  })

  test('fails the check without a required field, and passes without an optional field', () => {
    for (const field of POSTING_FIELDS) {
      if (field === 'deal' || field === 'kind' || field === 'media') continue
      const flaws = flawsOf({ ...draft, [field]: null })
      expect(Object.keys(flaws)).toEqual(rules[field] === 'required' ? [field] : [])
    }
  })
})

test('the check of an empty draft reports each field that is required for every deal and kind', () => {
  const common = ['deal', 'kind', 'city', 'locality', 'pincode', 'title', 'description']
  expect(Object.keys(flawsOf(EMPTY_DRAFT))).toEqual(common)
})

test('the end of an auction lies ahead: a passed time is refused with what to do', () => {
  const endingAt = (ms: number) =>
    flawsOf({ ...FULL, deal: 'auction', auctionEndsAt: new Date(NOW.getTime() + ms).toISOString() })
  const refusal = {
    auctionEndsAt: 'This time has passed. Enter when the auction will end.',
  }
  expect([endingAt(-1), endingAt(0), endingAt(1)]).toEqual([refusal, refusal, {}])
})

test.each<[PostingField, Partial<PostingDraft>]>([
  ['kind', { deal: 'pg', kind: 'villa', beds: 2 }],
  ['kind', { deal: 'rent', kind: 'plot' }],
  ['pincode', { pincode: '011045' }],
  ['pincode', { pincode: '41104' }],
  ['title', { title: 'two\nlines' }],
  ['description', { description: 'Nice flat.' }],
  ['area', { area: 12 }],
  ['area', { area: 980.5 }],
  ['bhk', { bhk: 0 }],
  ['price', { price: 45 }],
  ['rent', { deal: 'rent', rent: 4_500_000_000 }],
  ['auctionEndsAt', { deal: 'auction', auctionEndsAt: '2026-01-10T05:59:59.000Z' }],
  ['auctionEndsAt', { deal: 'auction', auctionEndsAt: '2027-02-10T06:00:00.000Z' }],
  ['availableFrom', { availableFrom: '2029-01-01' }],
])('the check reports an implausible value of %s, and no other field: %o', (field, change) => {
  expect(Object.keys(flawsOf({ ...FULL, ...change }))).toEqual([field])
})

test.each(PAIRS)(
  'checked content for "%s" and "%s" passes a second check unchanged, and has unsubmitted changes only after an edit',
  (deal, kind) => {
    const draft = { ...FULL, deal, kind, locality: ' बाणेर ' }
    const content = requireContent(draft)
    expect(requireContent(content)).toEqual(content)
    expect(hasUnsubmitted(draft, content)).toBe(false)
    expect(hasUnsubmitted({ ...draft, title: 'Another' }, content)).toBe(true)
  },
)

/** The fields that owners may change without a review. Repeated here, to detect an accidental change of the rule. */
const FREE = new Set(['price', 'rent', 'startingBid', 'auctionEndsAt', 'availableFrom'])
const CHANGED: PostingDraft = {
  deal: 'rent',
  kind: 'villa',
  city: 'Nashik',
  locality: 'Aundh',
  pincode: '411007',
  title: 'Another title',
  description: 'Another description of the same flat.',
  area: 1_000,
  bhk: 3,
  beds: 4,
  furnishing: 'full',
  price: 5_000_000,
  rent: 30_000,
  startingBid: 3_000_000,
  auctionEndsAt: '2026-03-10T06:00:00.000Z',
  availableFrom: '2026-03-01',
  media: ['a'.repeat(24)],
}

test.each(POSTING_FIELDS)(
  'a change of the field %s needs a review, unless the field is a price or a date',
  (field) => {
    expect(needsReview(FULL, FULL)).toBe(false)
    expect(needsReview(FULL, { ...FULL, [field]: CHANGED[field] })).toBe(!FREE.has(field))
  },
)

test('a new price applies to the approved version at once; a new deal and its prices do not', () => {
  const approved = { ...FULL, rent: null, startingBid: null, auctionEndsAt: null }
  const after = { ...approved, title: 'Another', price: 4_000_000 }
  expect(applyWithoutReview(approved, after)).toEqual({ ...approved, price: 4_000_000 })
  const toRent = { ...approved, deal: 'rent', price: null, rent: 30_000 } as const
  expect(applyWithoutReview(approved, toRent)).toEqual(approved)
})

test('each kind is possible with at least one deal; the deal PG and the kind PG are possible only together', () => {
  expect(new Set(PAIRS.map(([, kind]) => kind))).toEqual(new Set(KINDS))
  expect(PAIRS.filter(([deal, kind]) => (deal === 'pg') !== (kind === 'pg'))).toEqual([])
})
