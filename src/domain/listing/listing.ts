import * as v from 'valibot'
import { formatRupees, WireAmount } from '#src/domain/money.ts'
import { displayValue, WireText } from '#src/domain/text.ts'
import { HINT_KINDS, type HintKind } from './listing-hint.ts'

// A listing is a property on the market. The API calls it a property; this code calls it a listing.

export const LISTING_STATUSES = ['pending', 'approved', 'rejected'] as const
export type ListingStatus = (typeof LISTING_STATUSES)[number]

/** The label that a screen shows for a status. */
export const STATUS_LABELS: Record<ListingStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

export const ListingStatusSchema = v.picklist(LISTING_STATUSES)

/** What its seller has made of a listing on the operator's list. */
export const LISTED_STATES = ['posted', 'sold', 'expired'] as const
export type ListedState = (typeof LISTED_STATES)[number]

export interface Listing {
  id: string
  /** Counts the changes of this listing; null on a bare backend. */
  version: number | null
  name: string | null
  videoUrl: string | null
  posterUrl: string | null
  propertyType: string | null
  saleType: string | null
  bhk: string | null
  createdAt: string | null
  updatedAt: string | null
  /** Null if the server sends no owner ids. */
  ownerId: string | null
  ownerName: string | null
  ownerPhone: string | null
  ownerEmail: string | null
  city: string | null
  pincode: string | null
  furnishing: string | null
  /** Rupees. */
  price: number | null
  /** Rupees per month; null if the server does not send it. */
  rent: number | null
  status: ListingStatus
  /** Rupees. */
  startingBid: number | null
  auctionEndsAt: string | null
  boostedUntil: string | null
  /** While the listing waits for a review after an earlier decision, the time of its submission; otherwise null. */
  resubmittedAt: string | null
  /** While it waits for a decision: since when, from when it is due soon, and until when it should be decided. */
  waitsSince: string | null
  dueSoonAt: string | null
  dueAt: string | null
  sellerState: ListedState
  /** Whether it is rejected with a reason. */
  hasReason: boolean
  /** Who approved or rejected it; null while it waits, and on a bare backend. */
  deciderId: string | null
  deciderName: string | null
  /** The kinds of hints of its submission; null until they were looked for, and for roles that may not see contacts. */
  hints: readonly HintKind[] | null
  /** Who should decide about it; `assigneeOf` says whether that counts. Null for nobody, and on a bare backend. */
  assigneeId: string | null
  assigneeName: string | null
}

const WireId = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty())

/** A property on the wire (section 3 of the specification), parsed tolerantly: only an id is required. */
export const ListingSchema = v.pipe(
  v.looseObject({
    _id: v.optional(WireId),
    id: v.optional(WireId),
    version: v.fallback(v.nullish(v.number(), null), null),
    propertyName: WireText,
    video: WireText,
    poster: WireText,
    propertyType: WireText,
    saleType: WireText,
    bhkDetails: v.fallback(
      v.nullish(
        v.union([
          v.pipe(
            v.number(),
            v.transform((rooms) => `${rooms} BHK`),
          ),
          WireText,
        ]),
        null,
      ),
      null,
    ),
    createdAt: WireText,
    updatedAt: WireText,
    ownerDetails: v.fallback(
      v.nullish(
        v.looseObject({
          _id: WireText,
          id: WireText,
          name: WireText,
          phoneNumber: WireText,
          email: WireText,
        }),
        null,
      ),
      null,
    ),
    city: WireText,
    pincode: WireText,
    furnishingType: WireText,
    propertyPrice: WireAmount,
    rentAmount: WireAmount,
    status: v.fallback(v.nullish(ListingStatusSchema, 'pending'), 'pending'),
    auctionDetails: v.fallback(
      v.nullish(
        v.looseObject({ startingBidAmount: WireAmount, auctionEndDateTime: WireText }),
        null,
      ),
      null,
    ),
    boostedUntil: WireText,
    resubmittedAt: WireText,
    waitsSince: WireText,
    dueSoonAt: WireText,
    dueAt: WireText,
    sellerState: v.fallback(v.nullish(v.picklist(LISTED_STATES), 'posted'), 'posted'),
    hasReason: v.fallback(v.nullish(v.boolean(), false), false),
    decider: v.fallback(v.nullish(v.looseObject({ id: v.string(), name: WireText }), null), null),
    hints: v.fallback(v.nullish(v.array(v.string()), null), null),
    assignee: v.fallback(v.nullish(v.looseObject({ id: v.string(), name: WireText }), null), null),
  }),
  v.check((wire) => Boolean(wire._id ?? wire.id), 'a listing needs an id'),
  v.transform(
    (wire): Listing => ({
      id: wire._id ?? wire.id ?? '',
      version: wire.version,
      name: wire.propertyName,
      videoUrl: playableUrl(wire.video),
      posterUrl: playableUrl(wire.poster),
      propertyType: wire.propertyType,
      saleType: wire.saleType,
      bhk: wire.bhkDetails,
      createdAt: wire.createdAt,
      updatedAt: wire.updatedAt,
      ownerId: wire.ownerDetails?._id ?? wire.ownerDetails?.id ?? null,
      ownerName: wire.ownerDetails?.name ?? null,
      ownerPhone: wire.ownerDetails?.phoneNumber ?? null,
      ownerEmail: wire.ownerDetails?.email ?? null,
      city: wire.city,
      pincode: wire.pincode,
      furnishing: wire.furnishingType,
      price: wire.propertyPrice,
      rent: wire.rentAmount,
      status: wire.status,
      startingBid: wire.auctionDetails?.startingBidAmount ?? null,
      auctionEndsAt: wire.auctionDetails?.auctionEndDateTime ?? null,
      boostedUntil: wire.boostedUntil,
      resubmittedAt: wire.resubmittedAt,
      waitsSince: wire.waitsSince,
      dueSoonAt: wire.dueSoonAt,
      dueAt: wire.dueAt,
      sellerState: wire.sellerState,
      hasReason: wire.hasReason,
      deciderId: wire.decider?.id ?? null,
      deciderName: wire.decider?.name ?? null,
      hints: wire.hints && HINT_KINDS.filter((kind) => wire.hints?.includes(kind)),
      assigneeId: wire.assignee?.id ?? null,
      assigneeName: wire.assignee?.name ?? null,
    }),
  ),
)

/** Returns an https URL, a path on the API's origin or a URL of a development server on loopback; else null. */
function playableUrl(url: string | null): string | null {
  if (!url) return null
  if (/^\/(?!\/)/.test(url)) return url
  return /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\//.test(url) ? url : null
}

export const SALE_TABS = ['all', 'sell', 'rent', 'auction'] as const
export type SaleTab = (typeof SALE_TABS)[number]

/** The labels of the four tabs, as in the specification (section 2). */
export const SALE_TAB_LABELS: Record<SaleTab, string> = {
  all: 'All',
  sell: 'On Sell',
  rent: 'On Rent/PG',
  auction: 'On Auction',
}

const SALE_TYPES: Record<Exclude<SaleTab, 'all'>, readonly string[]> = {
  sell: ['sell', 'sale', 'buy', 'on sell', 'for sale'],
  rent: ['rent', 'pg', 'paying guest', 'on rent', 'rent/pg'],
  auction: ['auction', 'on auction'],
}

const TAB_BY_SALE_TYPE = new Map(
  (['sell', 'rent', 'auction'] as const).flatMap((tab) =>
    SALE_TYPES[tab].map((word) => [word, tab] as const),
  ),
)

/** The tab, other than All, that shows a listing; null for an unknown sale type, which only All shows. */
export function saleTabOf({ saleType }: Pick<Listing, 'saleType'>) {
  return TAB_BY_SALE_TYPE.get(saleType?.trim().toLowerCase() ?? '') ?? null
}

/** 'Pune, 411001'; only one of the two if the other is missing; '-' if both are missing. */
export function formatLocation(listing: Pick<Listing, 'city' | 'pincode'>): string {
  return displayValue([listing.city, listing.pincode].filter(Boolean).join(', '))
}

/** The Listed Price: '₹45,00,000', '₹32,000 / month' for a listing that has only a rent, or '-'. */
export function formatListedPrice({ price, rent }: Pick<Listing, 'price' | 'rent'>): string {
  return price === null && rent !== null ? `${formatRupees(rent)} / month` : formatRupees(price)
}
