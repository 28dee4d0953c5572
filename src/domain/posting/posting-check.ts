import * as v from 'valibot'
import { LineSchema } from '#src/domain/text.ts'
import { MAX_DESCRIPTION_CHARS, type PostingDraft } from './posting-draft.ts'
import { fieldRulesOf, listKindsOf, POSTING_FIELDS, type PostingField } from './posting-fields.ts'

// Checks whether a draft can be submitted: all required fields are set, and all values are plausible.

const DAY_MS = 86_400_000
const MAX_TITLE_CHARS = 120
const LEAST_DESCRIPTION_CHARS = 20 // a sentence
const LONGEST_AUCTION_DAYS = 365
const LONGEST_WAIT_DAYS = 730 // a flat under construction is available within two years

export type PostingFlaws = Partial<Record<PostingField, string>>
export type CheckedPosting =
  | { isComplete: true; content: PostingDraft }
  | { isComplete: false; fields: PostingFlaws }

const MISSING: Readonly<Partial<Record<PostingField, string>>> = {
  deal: 'Choose a deal.',
  kind: 'Choose a kind of property.',
  city: 'Enter the city.',
  locality: 'Enter the locality.',
  pincode: 'Enter the PIN code.',
  title: 'Give the listing a title.',
  description: 'Describe the property.',
  area: 'Enter the area.',
  bhk: 'Enter the number of bedrooms.',
  beds: 'Enter the number of beds.',
  price: 'Enter the price.',
  rent: 'Enter the rent.',
  startingBid: 'Enter the starting bid.',
  auctionEndsAt: 'Enter when the auction ends.',
}

/** Plausible values on this market. A value outside the range is probably a typing error. */
const FIELD_SCHEMAS: Readonly<Partial<Record<PostingField, v.GenericSchema>>> = {
  city: LineSchema('Enter the city.', 60),
  locality: LineSchema('Enter the locality.', 120),
  pincode: v.pipe(v.string(), v.trim(), v.regex(/^[1-9]\d{5}$/, 'A PIN code has six digits.')),
  title: LineSchema('Give the listing a title.', MAX_TITLE_CHARS),
  description: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(
      LEAST_DESCRIPTION_CHARS,
      `Describe the property in at least ${LEAST_DESCRIPTION_CHARS} characters.`,
    ),
    v.maxLength(MAX_DESCRIPTION_CHARS),
  ),
  area: between(50, 10_000_000, 'square feet'),
  bhk: between(1, 20, 'bedrooms'),
  beds: between(1, 500, 'beds'),
  price: between(10_000, 100_000_000_000, 'rupees'),
  rent: between(100, 100_000_000, 'rupees'),
  startingBid: between(1_000, 100_000_000_000, 'rupees'),
}

/**
 * Checks a draft before its submission. The content has only the fields that apply to its deal and
 * kind: values entered earlier for another deal become null.
 */
export function checkPosting(draft: PostingDraft, now: Date): CheckedPosting {
  const rules = fieldRulesOf(draft)
  const fields: PostingFlaws = {}
  const content: Record<string, unknown> = {}
  for (const field of POSTING_FIELDS) {
    const value = rules[field] === undefined ? null : draft[field]
    const isMissing = value === null || value === ''
    const checked = isMissing ? null : checkField(field, value)
    if (isMissing && rules[field] === 'required') fields[field] = MISSING[field] ?? 'Fill this in.'
    else if (checked && !checked.success) fields[field] = checked.issues[0].message
    content[field] = checked?.success ? checked.output : null
  }
  const flaws = { ...findMismatch(draft), ...findImplausibleTimes(draft, rules, now), ...fields }
  if (Object.keys(flaws).length > 0) return { isComplete: false, fields: inOrder(flaws) }
  // The cast is safe: the loop has set and checked every field of a draft.
  return { isComplete: true, content: content as PostingDraft }
}

function checkField(field: PostingField, value: unknown) {
  return v.safeParse(FIELD_SCHEMAS[field] ?? v.unknown(), value)
}

function findMismatch({ deal, kind }: PostingDraft): PostingFlaws {
  if (!deal || !kind || listKindsOf(deal).includes(kind)) return {}
  return { kind: 'This kind of property does not go with this deal.' }
}

function findImplausibleTimes(
  { auctionEndsAt, availableFrom }: PostingDraft,
  rules: ReturnType<typeof fieldRulesOf>,
  now: Date,
): PostingFlaws {
  const daysUntil = (time: string) => (Date.parse(time) - now.getTime()) / DAY_MS
  const flaws: PostingFlaws = {}
  if (rules.auctionEndsAt && auctionEndsAt) {
    if (daysUntil(auctionEndsAt) <= 0)
      flaws.auctionEndsAt = 'This time has passed. Enter when the auction will end.'
    if (daysUntil(auctionEndsAt) > LONGEST_AUCTION_DAYS)
      flaws.auctionEndsAt = 'An auction ends within a year.'
  }
  if (rules.availableFrom && availableFrom && daysUntil(availableFrom) > LONGEST_WAIT_DAYS)
    flaws.availableFrom = 'Enter a date within two years.'
  return flaws
}

function inOrder(fields: PostingFlaws): PostingFlaws {
  return Object.fromEntries(
    POSTING_FIELDS.flatMap((field) =>
      fields[field] === undefined ? [] : [[field, fields[field]]],
    ),
  )
}

function between(least: number, most: number, unit: string) {
  const range = `${least.toLocaleString('en-IN')} to ${most.toLocaleString('en-IN')} ${unit}`
  const sentence = `Enter a whole number, ${range}.`
  return v.pipe(
    v.number(sentence),
    v.integer(sentence),
    v.minValue(least, sentence),
    v.maxValue(most, sentence),
  )
}
