// The fields of an owner's listing: the deals, the kinds of property, and the fields that apply to
// each of them. The server and the screens use the same tables.

export const DEALS = ['sell', 'rent', 'pg', 'auction'] as const
export type Deal = (typeof DEALS)[number]

export const KINDS = [
  'apartment',
  'studio',
  'builder-floor',
  'house',
  'villa',
  'pg',
  'office',
  'shop',
  'warehouse',
  'plot',
] as const
export type PropertyKind = (typeof KINDS)[number]

export const FURNISHINGS = ['unfurnished', 'semi', 'full'] as const
export type Furnishing = (typeof FURNISHINGS)[number]

/** Values of the listing's `saleType`. */
export const DEAL_WORDS: Readonly<Record<Deal, string>> = {
  sell: 'Sell',
  rent: 'Rent',
  pg: 'PG',
  auction: 'Auction',
}

export const DEAL_LABELS: Readonly<Record<Deal, string>> = {
  sell: 'Sell',
  rent: 'Rent out',
  pg: 'Offer PG beds',
  auction: 'Auction',
}

/** Values of the listing's `furnishingType`. */
export const FURNISHING_WORDS: Readonly<Record<Furnishing, string>> = {
  unfurnished: 'Unfurnished',
  semi: 'Semi-furnished',
  full: 'Fully furnished',
}

/** Values of the listing's `propertyType`. */
export const KIND_WORDS: Readonly<Record<PropertyKind, string>> = {
  apartment: 'Apartment',
  studio: 'Studio Apartment',
  'builder-floor': 'Builder Floor',
  house: 'Independent House',
  villa: 'Villa',
  pg: 'PG',
  office: 'Office Space',
  shop: 'Shop',
  warehouse: 'Warehouse',
  plot: 'Plot',
}

/** All fields, in the order of the wizard. */
export const POSTING_FIELDS = [
  'deal',
  'kind',
  'city',
  'locality',
  'pincode',
  'title',
  'description',
  'area',
  'bhk',
  'beds',
  'furnishing',
  'price',
  'rent',
  'startingBid',
  'auctionEndsAt',
  'availableFrom',
  'media',
] as const
export type PostingField = (typeof POSTING_FIELDS)[number]

export const POSTING_FIELD_LABELS: Readonly<Record<PostingField, string>> = {
  deal: 'Deal',
  kind: 'Kind of property',
  city: 'City',
  locality: 'Locality',
  pincode: 'PIN code',
  title: 'Title',
  description: 'Description',
  area: 'Area (sq ft)',
  bhk: 'BHK',
  beds: 'Beds',
  furnishing: 'Furnishing',
  price: 'Price',
  rent: 'Monthly rent',
  startingBid: 'Starting bid',
  auctionEndsAt: 'End of the auction',
  availableFrom: 'Available from',
  media: 'Photos and video',
}

export type FieldRule = 'required' | 'optional'
type FieldRules = Readonly<Partial<Record<PostingField, FieldRule>>>

const OF_ALL: FieldRules = {
  deal: 'required',
  kind: 'required',
  city: 'required',
  locality: 'required',
  pincode: 'required',
  title: 'required',
  description: 'required',
  media: 'optional',
}

const OF_DEAL: Readonly<Record<Deal, FieldRules>> = {
  sell: { price: 'required', availableFrom: 'optional' },
  rent: { rent: 'required', availableFrom: 'optional' },
  pg: { rent: 'required', availableFrom: 'optional' },
  auction: { startingBid: 'required', auctionEndsAt: 'required' },
}

const HOME: FieldRules = { area: 'required', bhk: 'required', furnishing: 'optional' }
const ROOM: FieldRules = { area: 'required', furnishing: 'optional' }
const LAND: FieldRules = { area: 'required' }

const OF_KIND: Readonly<Record<PropertyKind, FieldRules>> = {
  apartment: HOME,
  studio: ROOM,
  'builder-floor': HOME,
  house: HOME,
  villa: HOME,
  pg: { beds: 'required', area: 'optional', furnishing: 'optional' },
  office: ROOM,
  shop: ROOM,
  warehouse: LAND,
  plot: LAND,
}

/** The kinds of property that a deal allows. The deal PG allows only the kind PG, and no plot can be rented out. */
export function listKindsOf(deal: Deal): readonly PropertyKind[] {
  if (deal === 'pg') return ['pg']
  return KINDS.filter((kind) => kind !== 'pg' && (kind !== 'plot' || deal !== 'rent'))
}

/** The rules of the fields that apply. A missing deal or kind adds no fields. */
export function fieldRulesOf({
  deal,
  kind,
}: {
  deal: Deal | null
  kind: PropertyKind | null
}): FieldRules {
  return { ...OF_ALL, ...(deal && OF_DEAL[deal]), ...(kind && OF_KIND[kind]) }
}
