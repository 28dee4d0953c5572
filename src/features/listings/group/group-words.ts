import type {
  ApartAdvert,
  DeletedAdvert,
  GroupAdvert,
  OtherAdvert,
} from '#src/api/posting/property-group-schema.ts'
import { formatAgeInWords, formatDate, indianDay } from '#src/domain/dates.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import { countNoun, formatRupees, groupIndian } from '#src/domain/money.ts'
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

type Amounts = Pick<GroupAdvert, 'price' | 'rent' | 'startingBid'>

function wordPrice({ price, rent, startingBid }: Amounts): string {
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

/**
 * 'First seen 03 Mar 26, deleted 01 May 26 at ₹85,00,000. Posted again 12 days later. This one asks for ₹5,00,000 less.' The price
 * is that of the deletion: earlier ones are not kept. Only the last deleted one of a property was posted again as this one.
 */
export function wordDeleted(own: GroupAdvert, deleted: DeletedAdvert, isLast: boolean): string {
  const { firstSeenAt, deletedAt } = deleted
  const dates = `First seen ${formatDate(firstSeenAt)}, deleted ${formatDate(deletedAt)}`
  return [
    `${dates} at ${wordPrice(deleted)}.`,
    isLast && wordReturn(own, deletedAt),
    wordChange(own, deleted),
  ]
    .filter(Boolean)
    .join(' ')
}

/** A deleted listing has no title any more. */
export function nameDeleted({ deletedAt }: Pick<DeletedAdvert, 'deletedAt'>): string {
  return `listing deleted ${formatDate(deletedAt)}`
}

export function nameApart({ title, deletedAt }: Pick<ApartAdvert, 'title' | 'deletedAt'>): string {
  return deletedAt === null ? displayName(title) : `the ${nameDeleted({ deletedAt })}`
}

/** Null for a listing that was there before the other one was deleted. */
function wordReturn({ listedAt }: GroupAdvert, deletedAt: string): string | null {
  if (listedAt === null || listedAt < deletedAt) return null
  const days = indianDay(listedAt) - indianDay(deletedAt)
  if (days === 0) return 'Posted again on the same day.'
  return `Posted again ${countNoun(days, 'day')} later.`
}

/** Null for the same price, and for amounts that cannot be compared, such as a price and a rent. */
function wordChange(own: Amounts, old: Amounts): string | null {
  for (const kind of ['price', 'rent', 'startingBid'] as const) {
    const [now, then] = [own[kind], old[kind]]
    if (now === null || then === null || now === then) continue
    const amount = formatRupees(Math.abs(now - then))
    const each = kind === 'rent' ? ' a month' : ''
    return `This one asks for ${amount}${each} ${now < then ? 'less' : 'more'}.`
  }
  return null
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
export function wordSame({
  same,
  photosInCommon,
}: Pick<OtherAdvert, 'same' | 'photosInCommon'>): string {
  const things = same.flatMap((thing) => {
    if (thing === 'photos') return [countNoun(photosInCommon, 'photo')]
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
