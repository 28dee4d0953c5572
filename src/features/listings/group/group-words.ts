import type { GroupAdvert, OtherAdvert } from '#src/api/posting/property-group-schema.ts'
import { formatAgeInWords, formatDate } from '#src/domain/dates.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import { formatRupees, groupIndian } from '#src/domain/money.ts'
import type { SameThing } from '#src/domain/posting/property-group.ts'
import { displayName, displayValue } from '#src/domain/text.ts'

// What the card of a property's adverts says.

/** The code of the reason that a server has from its first start; its owners may have retired it. */
export const DUPLICATE = 'duplicate'

/** A part of an advert, and whether it is another one than the listing's own. */
export interface ComparedFact {
  label: string
  value: string
  differs: boolean
}

/** The facts of an advert beside those of the listing in review. */
export function compareFacts(own: GroupAdvert, advert: GroupAdvert): ComparedFact[] {
  const facts = [
    ['Price', wordPrice],
    ['Area', ({ area }: GroupAdvert) => (area === null ? '-' : `${groupIndian(area)} sq ft`)],
    ['BHK type', ({ bhk }: GroupAdvert) => displayValue(bhk)],
    ['Listed by', ({ owner }: GroupAdvert) => displayName(owner.name)],
    ['Date listed', ({ listedAt }: GroupAdvert) => formatDate(listedAt)],
  ] as const
  return facts.map(([label, wordOf]) => {
    const [value, ownValue] = [wordOf(advert), wordOf(own)]
    return { label, value, differs: value !== ownValue }
  })
}

function wordPrice({ price, rent, startingBid }: GroupAdvert): string {
  if (price !== null) return formatRupees(price)
  return rent === null ? formatRupees(startingBid) : `${formatRupees(rent)} a month`
}

/** '49 days before this one'; null on the same day. */
export function wordAge(own: GroupAdvert, advert: GroupAdvert): string | null {
  if (own.listedAt === null || advert.listedAt === null) return null
  const laterMs = Date.parse(advert.listedAt) - Date.parse(own.listedAt)
  if (formatDate(own.listedAt) === formatDate(advert.listedAt)) return null
  return `${formatAgeInWords(Math.abs(laterMs))} ${laterMs < 0 ? 'before' : 'after'} this one`
}

/** The words of a title, with those that the other title does not have. */
export function markWords(title: string | null, other: string | null) {
  const known = new Set(plainWords(other))
  return displayName(title)
    .split(/(\s+)/)
    .map((word) => {
      const [plain] = plainWords(word)
      return { word, differs: plain !== undefined && !known.has(plain) }
    })
}

function plainWords(text: string | null): string[] {
  return text?.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

const SAME_WORDS: Readonly<Record<Exclude<SameThing, 'photos'>, string>> = {
  video: 'video',
  owner: 'owner',
  phone: 'phone number',
  place: 'place and size',
  price: 'price within 3 %',
  text: 'text',
}

/** 'The same: 4 photos, owner, place and size.' */
export function wordSame({ same, photosInCommon }: OtherAdvert): string {
  const things = same.flatMap((thing) => {
    if (thing === 'photos') return [photosInCommon === 1 ? '1 photo' : `${photosInCommon} photos`]
    return thing === null ? [] : [SAME_WORDS[thing]]
  })
  return things.length === 0 ? '' : `The same: ${things.join(', ')}.`
}

/**
 * The reason of a rejection as a duplicate. The seller reads the note: it names a listing of their own by its title, and
 * another seller's only by its number.
 */
export function reasonOf(own: GroupAdvert, other: OtherAdvert): ChosenReason {
  const isOfSeller = own.owner.id === other.owner.id
  const which = isOfSeller ? `your listing “${displayName(other.title)}”` : `listing ${other.id}`
  return { code: DUPLICATE, note: `The same property as ${which}.`, changesNeeded: false }
}
