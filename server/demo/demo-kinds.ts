import type { Trait } from './demo-localities.ts'
import type { Walkthrough } from './walkthroughs.ts'

/** A kind of property with its locations, sizes, prices and advertisement titles. */
export interface Kind {
  propertyType: string
  trait: Trait
  /** The rooms in its video; null for kinds without a video. */
  rooms: Walkthrough['rooms'] | null
  /** The text of the `bhk` column, with the smallest and largest area in square feet. */
  sizes: readonly { bhk: string | null; least: number; most: number }[]
  /** Price per square foot, relative to flats in the locality. */
  factor: number
  /** Yearly rent as a fraction of the price. */
  rentYield: number
  titles: readonly string[]
  /** Possible furnishing values; empty for kinds that are not furnished. */
  furnishing: readonly string[]
}

const HOME_FURNISHING = ['Semi-furnished', 'Fully furnished', 'Unfurnished', 'Semi-furnished']

const HOUSE_SIZES = [
  { bhk: '3 BHK', least: 1_600, most: 2_100 },
  { bhk: '4 BHK', least: 2_200, most: 2_900 },
]

const apartment: Kind = {
  propertyType: 'Apartment',
  trait: 'home',
  rooms: 'flat',
  sizes: [
    { bhk: '2 BHK', least: 850, most: 1_100 },
    { bhk: '3 BHK', least: 1_250, most: 1_650 },
    { bhk: '1 BHK', least: 520, most: 650 },
    { bhk: '3 BHK', least: 1_300, most: 1_700 },
    { bhk: '2 BHK', least: 900, most: 1_150 },
    { bhk: '4 BHK', least: 2_000, most: 2_600 },
  ],
  factor: 1,
  rentYield: 0.031,
  titles: [
    'Sunlit {bhk} in {place}',
    'Corner {bhk} in {place}',
    'Park-facing {bhk} in {place}',
    '{bhk} with two balconies, {place}',
    'Renovated {bhk} in {place}',
    'High-floor {bhk} in {place}',
    'East-facing {bhk} in {place}',
    '{bhk} with covered parking, {place}',
    'Vastu-compliant {bhk} in {place}',
  ],
  furnishing: HOME_FURNISHING,
}

const villa: Kind = {
  propertyType: 'Villa',
  trait: 'villa',
  rooms: 'villa',
  sizes: [
    { bhk: '4 BHK', least: 2_600, most: 3_400 },
    { bhk: '5 BHK', least: 3_400, most: 4_200 },
  ],
  factor: 1.1,
  rentYield: 0.028,
  titles: ['{bhk} garden villa in {place}', '{bhk} villa with private gate, {place}'],
  furnishing: HOME_FURNISHING,
}

const house: Kind = {
  propertyType: 'Independent House',
  trait: 'villa',
  rooms: 'villa',
  sizes: HOUSE_SIZES,
  factor: 1.05,
  rentYield: 0.029,
  titles: [
    'Courtyard house in {place}',
    '{bhk} family house, {place}',
    'Duplex with terrace in {place}',
  ],
  furnishing: HOME_FURNISHING,
}

const builderFloor: Kind = {
  ...house,
  propertyType: 'Builder Floor',
  trait: 'home',
  rooms: 'flat',
  factor: 0.95,
  titles: ['{bhk} builder floor in {place}', 'Top-floor {bhk} with terrace rights, {place}'],
}

const studio: Kind = {
  propertyType: 'Studio Apartment',
  trait: 'pg',
  rooms: 'studio',
  sizes: [{ bhk: '1 RK', least: 340, most: 440 }],
  factor: 1.05,
  rentYield: 0.038,
  titles: [
    'Compact studio in {place}',
    'Studio with kitchenette, {place}',
    'City studio in {place}',
  ],
  furnishing: HOME_FURNISHING,
}

const pg: Kind = {
  propertyType: 'PG',
  trait: 'pg',
  rooms: 'pg',
  sizes: [
    { bhk: 'Double sharing', least: 140, most: 160 },
    { bhk: 'Triple sharing', least: 110, most: 130 },
    { bhk: 'Single room', least: 190, most: 220 },
  ],
  factor: 1,
  rentYield: 0,
  titles: [
    'PG for working women, {place}',
    'PG with meals in {place}',
    'Co-living PG in {place}',
    'Students’ PG near the college, {place}',
    'PG for professionals in {place}',
  ],
  furnishing: ['Fully furnished', 'Semi-furnished'],
}

const office: Kind = {
  propertyType: 'Office Space',
  trait: 'office',
  rooms: 'office',
  sizes: [
    { bhk: null, least: 700, most: 1_200 },
    { bhk: null, least: 1_800, most: 2_600 },
  ],
  factor: 1.3,
  rentYield: 0.075,
  titles: [
    'Plug-and-play office in {place}',
    'Office with glass cabins, {place}',
    'Corner office floor in {place}',
  ],
  furnishing: HOME_FURNISHING,
}

const shop: Kind = {
  propertyType: 'Shop',
  trait: 'shop',
  rooms: 'shop',
  sizes: [{ bhk: null, least: 220, most: 620 }],
  factor: 1.8,
  rentYield: 0.062,
  titles: ['Main-road shop in {place}', 'Double-front shop, {place}', 'Showroom in {place}'],
  furnishing: [],
}

const warehouse: Kind = {
  propertyType: 'Warehouse',
  trait: 'warehouse',
  rooms: 'warehouse',
  sizes: [{ bhk: null, least: 6_000, most: 14_000 }],
  factor: 0.5,
  rentYield: 0.08,
  titles: ['Warehouse with loading dock, {place}', 'Clear-span godown in {place}'],
  furnishing: [],
}

const plot: Kind = {
  propertyType: 'Plot',
  trait: 'plot',
  rooms: null,
  sizes: [{ bhk: null, least: 1_200, most: 2_400 }],
  factor: 0.7,
  rentYield: 0,
  titles: ['Corner plot in {place}', 'Gated-layout plot in {place}'],
  furnishing: [],
}

export type SaleType = 'Sell' | 'Rent' | 'PG' | 'Auction'

/** The number of listings for each sale type and kind. */
export const STOCK: readonly { saleType: SaleType; kind: Kind; count: number }[] = [
  { saleType: 'Sell', kind: apartment, count: 34 },
  { saleType: 'Sell', kind: villa, count: 7 },
  { saleType: 'Sell', kind: house, count: 6 },
  { saleType: 'Sell', kind: studio, count: 3 },
  { saleType: 'Sell', kind: builderFloor, count: 3 },
  { saleType: 'Sell', kind: office, count: 2 },
  { saleType: 'Sell', kind: shop, count: 2 },
  { saleType: 'Sell', kind: plot, count: 3 },
  { saleType: 'Rent', kind: apartment, count: 22 },
  { saleType: 'Rent', kind: studio, count: 4 },
  { saleType: 'Rent', kind: villa, count: 2 },
  { saleType: 'Rent', kind: house, count: 2 },
  { saleType: 'Rent', kind: office, count: 5 },
  { saleType: 'Rent', kind: shop, count: 3 },
  { saleType: 'Rent', kind: warehouse, count: 2 },
  { saleType: 'PG', kind: pg, count: 18 },
  { saleType: 'Auction', kind: apartment, count: 9 },
  { saleType: 'Auction', kind: house, count: 3 },
  { saleType: 'Auction', kind: villa, count: 2 },
  { saleType: 'Auction', kind: office, count: 2 },
  { saleType: 'Auction', kind: shop, count: 3 },
  { saleType: 'Auction', kind: warehouse, count: 3 },
]
