import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { type DemoBoost, findPastBoost, makeRunningBoost } from './demo-boosts.ts'
import { describe } from './demo-descriptions.ts'
import { type Draft, makeDrafts } from './demo-drafts.ts'
import type { Kind } from './demo-kinds.ts'
import type { DemoUser } from './demo-members.ts'
import { priceOf } from './demo-prices.ts'
import { type DemoRandom, demoId, getAt, makeDemoRandom } from './demo-random.ts'
import { agoAt, DAY_MS, HOUR_MS, MINUTE_MS } from './demo-time.ts'
import { findWalkthrough } from './demo-visits.ts'

export interface DemoListing {
  id: string
  ownerId: string
  name: string | null
  propertyType: string
  saleType: string
  bhk: string | null
  city: string
  pincode: string
  furnishing: string | null
  pricePaise: number | null
  rentPaise: number | null
  status: 'pending' | 'approved' | 'rejected' | null
  videoUrl: string | null
  posterUrl: string | null
  startingBidPaise: number | null
  auctionEndsAt: string | null
  boostedUntil: string | null
  createdAt: string
  updatedAt: string
  /** What the list does not show; absent: its owner wrote none of it. */
  content?: Pick<PostingDraft, 'locality' | 'area' | 'description'>
}

const NEWEST = 45 // listings of the last 14 days; two in three are pending
const NEWEST_MS = 14 * DAY_MS
const OLDEST_MS = 400 * DAY_MS
const STATUS_MISSING = [20, 32, 44]
const NAME_MISSING = [8, 51, 77, 103]
const DRAFT_STRIDE = 37 // coprime to the number of drafts, so that kinds and places are mixed

/** The listings, newest first, and the boosts bought for them. */
export function makeDemoListings(now: Date, members: readonly DemoUser[]) {
  const drafts = makeDrafts()
  const made = drafts.map((_, index) =>
    makeListing(now, index, getAt(drafts, index * DRAFT_STRIDE), drafts.length, members),
  )
  return {
    listings: made.map(({ listing }) => listing),
    boosts: made.flatMap(({ boost }) => (boost ? [boost] : [])),
  }
}

function makeListing(
  now: Date,
  index: number,
  draft: Draft,
  count: number,
  members: readonly DemoUser[],
): { listing: DemoListing; boost: DemoBoost | null } {
  const random = makeDemoRandom(`listing ${index}`)
  const createdAgoMs = listedAgoMs(index, count)
  const createdAt = agoAt(now, createdAgoMs)
  const owner = pickOwner(members, createdAt, random)
  const status = statusOf(index)
  const isDecided = status === 'approved' || status === 'rejected'
  const decidedAgoMs = Math.max(
    createdAgoMs - random.between(HOUR_MS, 3 * DAY_MS),
    createdAgoMs / 3,
  )
  const isBoostable = status === 'approved' && draft.saleType !== 'Auction'
  const boost = isBoostable ? findBoost(now, index, owner.id, decidedAgoMs, random) : null
  const visit = findWalkthrough(draft.kind, draft.locality, index)
  const listing: DemoListing = {
    id: demoId('listing', index),
    ownerId: owner.id,
    name: NAME_MISSING.includes(index) ? null : draft.title,
    propertyType: draft.kind.propertyType,
    saleType: draft.saleType,
    bhk: draft.bhk,
    city: draft.locality.city,
    pincode: draft.locality.pincode,
    furnishing: index % 16 === 9 ? null : findFurnishing(draft.kind, random),
    ...priceOf(draft, draft.locality, draft.area, random),
    status,
    videoUrl: visit?.video ?? null,
    posterUrl: visit?.poster ?? null,
    auctionEndsAt: draft.saleType === 'Auction' ? auctionEnd(now, createdAgoMs, random) : null,
    boostedUntil: boost?.until ?? null,
    createdAt,
    updatedAt: isDecided ? agoAt(now, decidedAgoMs) : createdAt,
    content: {
      locality: draft.locality.name,
      area: draft.area,
      description: describe(draft, makeDemoRandom(`description ${index}`)),
    },
  }
  return { listing, boost }
}

function findFurnishing(kind: Kind, random: DemoRandom): string | null {
  return kind.furnishing.length > 0 ? random.pick(kind.furnishing) : null
}

function listedAgoMs(index: number, count: number): number {
  if (index < NEWEST) return 20 * MINUTE_MS + (index / NEWEST) ** 1.4 * NEWEST_MS
  return NEWEST_MS + ((index - NEWEST) / (count - NEWEST)) ** 1.2 * (OLDEST_MS - NEWEST_MS)
}

function statusOf(index: number): DemoListing['status'] {
  if (STATUS_MISSING.includes(index)) return null
  if (index < NEWEST && index % 3 !== 2) return 'pending'
  return index % 5 === 1 ? 'rejected' : 'approved'
}

// The six longest-standing members are brokers: a third of the listings gets one of them as its
// owner, the rest gets any member.
function pickOwner(members: readonly DemoUser[], createdAt: string, random: DemoRandom): DemoUser {
  const joined = members.filter((member) => member.createdAt < createdAt)
  return random.pick(random.chance(1 / 3) ? joined.slice(0, 6) : joined)
}

function findBoost(
  now: Date,
  index: number,
  userId: string,
  liveForMs: number,
  random: DemoRandom,
) {
  if (index % 4 === 3) return makeRunningBoost(now, userId, liveForMs, random)
  return index % 4 === 1 ? findPastBoost(now, userId, liveForMs, random) : null
}

// Bidding lasts four to six weeks and closes at 18:00 in India.
function auctionEnd(now: Date, createdAgoMs: number, random: DemoRandom): string {
  const endsAt = now.getTime() - createdAgoMs + random.between(28, 42) * DAY_MS
  return new Date(Math.floor(endsAt / DAY_MS) * DAY_MS + 12.5 * HOUR_MS).toISOString()
}
