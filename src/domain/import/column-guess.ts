import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportMapping,
} from './import-file.ts'

// Guesses the field of each column of a file from the column's name. A person can change the guess.

const OTHER_NAMES: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  reference: ['ref', 'id', 'listing id', 'property id', 'code', 'sku'],
  deal: ['sale type', 'transaction', 'listing type', 'purpose', 'for'],
  kind: ['property type', 'type', 'category'],
  locality: ['area name', 'neighbourhood', 'location', 'address'],
  pincode: ['pin', 'postal code', 'zip', 'zip code', 'postcode'],
  title: ['name', 'headline', 'property name'],
  description: ['details', 'about', 'text'],
  area: ['size', 'sqft', 'square feet', 'carpet area', 'built up area'],
  bhk: ['bedrooms', 'rooms', 'bhk details'],
  furnishing: ['furnished', 'furnishing type'],
  price: ['sale price', 'amount', 'cost'],
  rent: ['monthly rent', 'rent amount'],
  startingBid: ['bid', 'reserve price'],
  auctionEndsAt: ['auction end', 'auction ends at', 'bid end'],
  availableFrom: ['possession', 'available'],
  photos: [
    ['photo', 'photo url', 'photo urls', 'photo links', 'photo address', 'photo addresses'],
    ['image', 'images', 'image url', 'image urls', 'image links', 'pictures', 'picture urls'],
  ].flat(),
  video: ['videos', 'video url', 'video urls', 'video link', 'video address'],
}

/** Finds the column of each field by the field's names, which are tried in order. No column is used twice. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  const names = columns.map(plain)
  const taken = new Set<number>()
  const mapping: Partial<Record<ImportField, number>> = {}
  for (const field of IMPORT_FIELDS) {
    const wanted = [field, IMPORT_LABELS[field], ...(OTHER_NAMES[field] ?? [])].map(plain)
    const column = wanted
      .map((name) => names.findIndex((one, index) => one === name && !taken.has(index)))
      .find((index) => index >= 0)
    if (column === undefined) continue
    taken.add(column)
    mapping[field] = column
  }
  return mapping
}

/** 'Carpet Area (sq. ft)' becomes 'carpetarea': only letters and digits, without text in brackets. */
function plain(name: string): string {
  return name
    .replace(/\(.*\)/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
