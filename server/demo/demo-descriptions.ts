import type { Draft } from './demo-drafts.ts'
import type { Trait } from './demo-localities.ts'
import type { DemoRandom } from './demo-random.ts'

const NONE = 0.1 // of the owners write no description

/** What the owner writes about the property, two or three sentences; null for an owner who writes nothing. */
export function describe({ kind, saleType, title }: Draft, random: DemoRandom): string | null {
  if (random.chance(NONE)) return null
  // Studios are near paying guests, and are homes.
  const isHome = kind.trait === 'pg' && saleType !== 'PG'
  const sentences = (isHome ? null : SENTENCES[kind.trait]) ?? HOME
  const isHigh = /^(High-floor|Sea-view|Lake-view)/.test(title)
  return sentences
    .map((choices) => fill(random.pick(choices), isHigh ? HIGH : LOW, random))
    .join(' ')
}

const LOW = ['First', 'Second', 'Third', 'Fourth', 'Sixth']
const HIGH = ['Ninth', 'Eleventh', 'Fourteenth']

function fill(sentence: string, floors: readonly string[], random: DemoRandom): string {
  return sentence
    .replace('{floor}', random.pick(floors))
    .replace('{year}', String(random.whole(2008, 2024)))
    .replace('{minutes}', String(random.whole(4, 15)))
    .replace('{more}', String(random.whole(2, 6)))
}

const HOME = [
  [
    '{floor} floor of a building from {year}, with two lifts and power backup.',
    '{floor} floor of a gated society from {year}, with a garden and a play area.',
    'Built in {year}, painted this year, and vacant.',
    '{floor} floor; morning sun in the living room, and a breeze in the evening.',
  ],
  [
    'Modular kitchen with piped gas and a utility balcony.',
    'Built-in wardrobes, and a store room.',
    'Municipal water all day, and one covered parking place.',
    'Vitrified tiles, new bathroom fittings, and meshed windows.',
  ],
  [
    'The metro is {minutes} minutes away on foot.',
    'A school, a market and a clinic are within {minutes} minutes.',
    'The ring road is {minutes} minutes away by car.',
  ],
]

/** A list of sentences in the order of a description, each with its choices. */
const SENTENCES: Partial<Record<Trait, readonly (readonly string[])[]>> = {
  villa: [
    [
      'Ground and two upper floors, built in {year}, with a terrace.',
      'Separate entrance, a porch for two cars, and a small garden.',
      'Built in {year} around an open courtyard.',
    ],
    [
      'Borewell and municipal water, solar water heater, and inverter.',
      'Teak doors, a prayer room, and a kitchen with a dry yard.',
      'A room for staff with its own bathroom, behind the kitchen.',
    ],
    [
      'Quiet lane, {minutes} minutes from the main road.',
      'A school and a park are within {minutes} minutes.',
    ],
  ],
  pg: [
    [
      'Breakfast and dinner are included, lunch on Sundays.',
      'Wi-Fi, laundry twice a week and daily cleaning are included.',
      'Each bed has a locker, a desk and a reading lamp.',
    ],
    ['The gate closes at 22:30.', 'Visitors are welcome in the common room until 20:00.'],
    [
      'The bus stop is {minutes} minutes away.',
      'Offices and a college are {minutes} minutes away on foot.',
    ],
  ],
  office: [
    [
      '{floor} floor with a lift, {more} cabins, a meeting room and a pantry.',
      '{floor} floor, furnished: workstations, a reception and a server room.',
    ],
    [
      'Central air conditioning and full power backup.',
      'Fire safety certificate, and access all day on every day.',
    ],
    ['{more} parking places belong to it.', 'The metro is {minutes} minutes away on foot.'],
  ],
  shop: [
    [
      'Faces the street, with a shutter and a loft for stock.',
      'Ground floor of a market, beside a bank and a pharmacy.',
    ],
    ['Separate electricity meter, water and a washroom.', 'Shop licence until next year.'],
    ['Customers park in front of it.', '{more} bus routes stop within {minutes} minutes.'],
  ],
  warehouse: [
    [
      'Clear height of nine metres, {more} docks and a levelled floor.',
      'Insulated roof, built in {year}, with an office for six people.',
    ],
    [
      'Three-phase connection and a fire hydrant line.',
      'Guarded gate, and room for trailers to turn.',
    ],
    ['The highway is {minutes} minutes away.'],
  ],
  plot: [
    [
      'Corner plot with a clear title and a compound wall.',
      'Level plot in an approved layout, roads of nine metres on two sides.',
    ],
    ['Water and electricity are at the boundary.', 'Ready to build: the plan is approved.'],
    ['The main road is {minutes} minutes away.'],
  ],
}
