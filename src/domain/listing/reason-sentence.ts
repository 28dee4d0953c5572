import { formatRupees } from '#src/domain/money.ts'
import { leaveOutInvisible } from '#src/domain/text.ts'
import { priceLabel } from './asking-price.ts'
import type { Listing } from './listing.ts'

// The sentence of a reason may name the listing by variables. The server fills them in at the moment of the decision; the
// panel shows the same text before it is sent. Notes that a person types have no variables.

/** What a sentence may say about the listing. */
export type DescribedListing = Pick<Listing, 'name' | 'city' | 'price' | 'rent' | 'startingBid'>

type Name = 'title' | 'city' | 'price'

const VALUES: Record<Name, (listing: DescribedListing) => string> = {
  title: ({ name }) => lineOf(name) || 'your property',
  city: ({ city }) => lineOf(city) || 'its city',
  price: priceOf,
}

const VARIABLE = /\{(title|city|price)\}/g

export const VARIABLES_SHOWN = '{title}, {city} and {price}'

/** The sentence with the listing's values. A value that looks like a variable itself stays as it is. */
export function fillSentence(sentence: string, listing: DescribedListing): string {
  return sentence.replace(VARIABLE, (_, name: Name) => VALUES[name](listing))
}

export function hasVariables(sentence: string): boolean {
  return sentence.search(VARIABLE) >= 0
}

/** The first text in braces that is no variable, such as '{owner}', or a brace that stands alone; null without one. */
export function findWrongVariable(sentence: string): string | null {
  const rest = sentence.replace(VARIABLE, '')
  return /\{[^{}]*\}|[{}]/.exec(rest)?.[0] ?? null
}

/** Whether the sentence tells the seller to add or correct something, so that "Changes needed" is the usual choice. */
export function asksForChanges(sentence: string): boolean {
  return /\b(Add|Correct)\b/.test(sentence)
}

/** The asking price; without one, the lowest bid of an auction. */
function priceOf({ price, rent, startingBid }: DescribedListing): string {
  if (price === null && rent === null && startingBid !== null) return formatRupees(startingBid)
  return price === null && rent === null ? 'without a price' : priceLabel({ price, rent })
}

/** The text in one line, without characters that could reorder the text around it. */
function lineOf(text: string | null): string {
  return leaveOutInvisible(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
