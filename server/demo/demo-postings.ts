import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'

// The listings that the demo's end user wrote. Amounts are rupees, areas square feet.

export const UNFINISHED_FLAT: PostingDraft = {
  ...EMPTY_DRAFT,
  deal: 'rent',
  kind: 'apartment',
  city: 'Pune',
  locality: 'Kothrud',
  title: 'Garden flat in Kothrud',
}

export const LIVE_OFFICE: PostingDraft = {
  ...EMPTY_DRAFT,
  deal: 'rent',
  kind: 'office',
  city: 'Pune',
  locality: 'Viman Nagar',
  pincode: '411014',
  title: 'Office floor in Viman Nagar',
  description: 'Third floor with a lift, two cabins, 18 desks and a pantry. Two parking spaces.',
  area: 1_450,
  furnishing: 'full',
  rent: 98_000,
}

export const FLAT_WITHOUT_PHOTOS: PostingDraft = {
  ...EMPTY_DRAFT,
  deal: 'sell',
  kind: 'apartment',
  city: 'Pune',
  locality: 'Aundh',
  pincode: '411007',
  title: 'Quiet 2 BHK in Aundh',
  description: 'Fourth floor of a society from 2016, facing the garden. Covered parking.',
  area: 940,
  bhk: 2,
  furnishing: 'semi',
  price: 8_900_000,
}

export const STUDIO_WITH_NUMBER: PostingDraft = {
  ...EMPTY_DRAFT,
  deal: 'rent',
  kind: 'studio',
  city: 'Pune',
  locality: 'Baner',
  pincode: '411045',
  title: 'Studio in Baner, call 98220 41736',
  description: 'Furnished studio with a kitchenette, ten minutes from the IT park.',
  area: 380,
  furnishing: 'full',
  rent: 19_500,
}

export const CORRECTED_STUDIO: PostingDraft = {
  ...STUDIO_WITH_NUMBER,
  title: 'Furnished studio in Baner',
  rent: 18_500,
}
