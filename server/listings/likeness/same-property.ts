// Decides whether two adverts are of one property. Pure: the evidence comes from the rows of the two listings.

import { SAME_THINGS, type SameThing } from '#src/domain/posting/property-group.ts'
import { type ComparedPhoto, countPhotosInCommon } from './photo-pairs.ts'

const MOST_PHOTO_SHARE = 0.6 // flats of one building share the pictures of the house, but not most of their photos
export const NEAR_PRICE = 0.031 // of the higher amount: 3 %, and what rounding adds
const FAR_PRICE = 0.25 // a lowered price; beyond it, another property with borrowed photos is as likely
const SAME_AREA = 0.02 // rounding
const OTHER_AREA = 0.05
const SAME_TEXT = 0.8 // of all words of both texts; a text that was written anew has about a fifth
const FEW_PHOTOS = 1 // one photo in common may be that of the house

/** What of an advert is compared before its photos are read. */
export interface AdvertFacts {
  ownerId: string
  phone: string | null
  propertyType: string
  saleType: string
  bhk: string | null
  city: string
  pincode: string
  area: number | null
  /** The price, the rent or the starting bid, in paise. */
  amount: number | null
  placeKey: string | null
  words: ReadonlySet<string>
  floors: ReadonlySet<string>
}

export interface ComparedAdvert extends AdvertFacts {
  photos: readonly ComparedPhoto[]
  videos: readonly string[]
}

/** What is the same in two adverts of one property. */
export interface Likeness {
  same: readonly SameThing[]
  /** Photos in common. */
  photos: number
}

/** Null unless the two adverts are of one property. Symmetric. */
export function findLikeness(one: ComparedAdvert, other: ComparedAdvert): Likeness | null {
  if (isContradiction(one, other)) return null
  const photos = countPhotosInCommon(one.photos, other.photos)
  const fewest = Math.min(one.photos.length, other.photos.length)
  const share = fewest === 0 ? 0 : photos / fewest
  const text = shareOfWords(one.words, other.words)
  const is: Record<SameThing, boolean> = {
    photos: photos > 0,
    video: one.videos.some((video) => other.videos.includes(video)),
    owner: one.ownerId === other.ownerId,
    phone: one.phone !== null && one.phone === other.phone,
    place: one.placeKey !== null && one.placeKey === other.placeKey,
    price: isNear(one.amount, other.amount, NEAR_PRICE),
    text: text >= SAME_TEXT,
  }
  if (!is.price && !isLoweredPrice(one, other, is, share)) return null
  const isPosted = is.owner || is.phone
  const supports = [isPosted, is.place, is.price, isNear(one.area, other.area, SAME_AREA), is.text]
  const count = supports.filter(Boolean).length
  // Without photos only the same person's advert with the same text: neighbours have equal flats.
  const isSame =
    fewest === 0
      ? isPosted && is.place && is.text
      : (share >= MOST_PHOTO_SHARE && count >= (photos > FEW_PHOTOS ? 2 : 4)) ||
        (is.video && photos > 0 && count >= 2)
  return isSame ? { same: SAME_THINGS.filter((thing) => is[thing]), photos } : null
}

/** What two adverts of one property cannot have. Most candidates end here, before their photos are read. */
export function isContradiction(one: AdvertFacts, other: AdvertFacts): boolean {
  return (
    one.propertyType !== other.propertyType ||
    one.saleType !== other.saleType ||
    (one.bhk !== null && other.bhk !== null && one.bhk !== other.bhk) ||
    (one.pincode !== other.pincode && one.city !== other.city) ||
    (one.area !== null && other.area !== null && !isNear(one.area, other.area, OTHER_AREA)) ||
    isOtherFloor(one.floors, other.floors)
  )
}

/** An advert that was posted again with a lower price is the same in everything else. */
function isLoweredPrice(
  one: ComparedAdvert,
  other: ComparedAdvert,
  is: Readonly<Record<SameThing, boolean>>,
  share: number,
): boolean {
  const isOpen = one.amount === null || other.amount === null
  const isPossible = isOpen || isNear(one.amount, other.amount, FAR_PRICE)
  return isPossible && is.place && is.text && (share >= SAME_TEXT || one.photos.length === 0)
}

function isNear(one: number | null, other: number | null, share: number): boolean {
  if (one === null || other === null) return false
  return Math.abs(one - other) <= share * Math.max(one, other)
}

function isOtherFloor(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > 0 && other.size > 0 && countCommon(one, other) === 0
}

/** The share of words that both texts have, of all their words. */
function shareOfWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = countCommon(one, other)
  const all = one.size + other.size - common
  return all === 0 ? 0 : common / all
}

function countCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length
}
