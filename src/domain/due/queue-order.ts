import type { Listing } from '#src/domain/listing/listing.ts'

// The order in which waiting listings are reviewed. The owner of the panel chooses it; a device applies it to its own
// list, also without a network, and the server tells sellers their place in it.

export const QUEUE_ORDERS = ['resubmission', 'age', 'due', 'boost', 'price', 'hint'] as const
export type QueueOrder = (typeof QUEUE_ORDERS)[number]

/** Of a new installation, and of servers that do not tell. */
export const FIRST_ORDER: QueueOrder = 'resubmission'

export const ORDER_LABELS: Readonly<Record<QueueOrder, string>> = {
  resubmission: 'Resubmitted first',
  age: 'Longest waiting first',
  due: 'First due first',
  boost: 'Boosted first',
  price: 'Highest price first',
  hint: 'Hints of checks first',
}

/** The rule in one sentence, with what decides between equals. */
export const ORDER_SENTENCES: Readonly<Record<QueueOrder, string>> = {
  resubmission: 'Resubmitted listings come first, then the others; the longest waiting leads.',
  age: 'The longest waiting listing comes first.',
  due: 'The listing that is due first comes first; of equal ones, the longest waiting.',
  boost: 'Boosted listings come first, then the others; the longest waiting leads.',
  price:
    'The highest price comes first, whether it is a price, a monthly rent or a bid; of equal ones, the longest waiting.',
  hint: 'Listings with a hint of a check come first, then the others; the longest waiting leads.',
}

/** The rule of a queue in which listings are assigned. */
export function sayOrder(order: QueueOrder, isAnyAssigned: boolean): string {
  const sentence = ORDER_SENTENCES[order]
  if (!isAnyAssigned) return sentence
  const within = sentence.charAt(0).toLowerCase() + sentence.slice(1)
  return `Listings assigned to you come first, then those assigned to nobody, then those of colleagues. In each group, ${within}`
}

/** What the orders read of a listing. Only its id and its times are always known. */
export type QueuedListing = Pick<Listing, 'id' | 'createdAt' | 'resubmittedAt'> &
  Partial<
    Pick<
      Listing,
      'boostedUntil' | 'price' | 'rent' | 'startingBid' | 'dueAt' | 'assigneeId' | 'hints'
    >
  >

/** Where a listing stands. */
export interface QueuePlace {
  id: string
  /** Before the rank: what is assigned to the reviewer, then to nobody, then to others. */
  turn: Turn
  /** The lowest comes first. */
  rank: number
  /** Epoch milliseconds; an unreadable date sorts last. */
  waitingSince: number
}

export const TURNS = { mine: 0, nobodys: 1, others: 2 } as const
export type Turn = (typeof TURNS)[keyof typeof TURNS]

export type PlaceOf = (listing: QueuedListing) => QueuePlace

/**
 * The places in the queue of one reviewer; without one, in the queue that all share. Remembers the place of each listing,
 * because reading ten thousand dates takes longer than sorting them.
 */
export function makePlaceOf(order: QueueOrder, nowMs: number, readerId?: string): PlaceOf {
  const rankOf = RANKS[order]
  const places = new WeakMap<QueuedListing, QueuePlace>()
  return (listing) => {
    const known = places.get(listing)
    if (known) return known
    const place = {
      id: listing.id,
      turn: turnOf(listing, readerId),
      rank: rankOf(listing, nowMs),
      waitingSince: timeOf(listing.resubmittedAt ?? listing.createdAt),
    }
    places.set(listing, place)
    return place
  }
}

const RANKS: Readonly<Record<QueueOrder, (listing: QueuedListing, nowMs: number) => number>> = {
  resubmission: ({ resubmittedAt }) => (resubmittedAt === null ? 1 : 0),
  age: () => 0,
  due: ({ dueAt = null }) => timeOf(dueAt),
  boost: ({ boostedUntil = null }, nowMs) => (Date.parse(boostedUntil ?? '') > nowMs ? 0 : 1),
  // As the card shows it: the price, else the monthly rent, else the lowest bid.
  price: ({ price, rent, startingBid }) => -(price ?? rent ?? startingBid ?? -Infinity),
  hint: ({ hints }) => (hints && hints.length > 0 ? 0 : 1),
}

/** Whether the listing is decided or not: a decision must not move it, because the review goes on from its place. */
function turnOf({ assigneeId }: QueuedListing, readerId: string | undefined): Turn {
  if (readerId === undefined || !assigneeId) return TURNS.nobodys
  return assigneeId === readerId ? TURNS.mine : TURNS.others
}

/** By turn, then by rank, then by the time of waiting; the id breaks ties. */
export function comparePlaces(one: QueuePlace, other: QueuePlace): number {
  if (one.turn !== other.turn) return one.turn - other.turn
  if (one.rank !== other.rank) return one.rank < other.rank ? -1 : 1
  if (one.waitingSince !== other.waitingSince) return one.waitingSince < other.waitingSince ? -1 : 1
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}

function timeOf(at: string | null): number {
  const time = Date.parse(at ?? '')
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}
