import { DUE_LABELS, DUE_STATES, dueStateOf } from '#src/domain/due/due-state.ts'
import { assigneeOf } from '#src/domain/listing/assignment.ts'
import {
  LISTED_STATES,
  LISTING_STATUSES,
  type ListedState,
  type Listing,
  SALE_TAB_LABELS,
  SALE_TABS,
  STATUS_LABELS,
  saleTabOf,
} from '#src/domain/listing/listing.ts'
import { HINT_KINDS, type HintKind } from '#src/domain/listing/listing-hint.ts'
import { formatRupees } from '#src/domain/money.ts'
import { POSTING_STATE_LABELS } from '#src/domain/posting/posting-state.ts'
import { daysSince, type QueryField, type TextField, type YesNoField } from './condition.ts'
import { ME } from './reader-condition.ts'

const SELLER_LABELS: Readonly<Record<ListedState, string>> = {
  posted: 'On offer',
  sold: POSTING_STATE_LABELS.sold,
  expired: POSTING_STATE_LABELS.expired,
}

const HINT_LABELS: Readonly<Record<HintKind, string>> = {
  photo: 'Same photo or video',
  phone: 'Same phone number',
  price: 'Unusual price',
  text: 'Contact in the text',
  place: 'Same place',
  missing: 'Missing name',
}

/** The value for listings that are assigned to nobody, and for decided ones. */
export const NOBODY = 'none'
/** The values for listings with a hint of whatever kind, and for those without any. */
export const ANY_HINT = 'any'
export const NO_HINT = 'none'
const PEOPLE_WORDS: ReadonlyMap<string, string> = new Map([
  [ME, 'me'],
  [NOBODY, 'nobody'],
])

/** What listings can be filtered by, beside the search, on the device and on the server. */
export const LISTING_FIELDS: readonly QueryField<Listing>[] = [
  {
    kind: 'text',
    name: 'status',
    label: 'Status',
    choices: LISTING_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
    of: ({ status }) => status,
  },
  {
    kind: 'text',
    name: 'tab',
    label: 'Tab',
    choices: SALE_TABS.filter((value) => value !== 'all').map((value) => ({
      value,
      label: SALE_TAB_LABELS[value],
    })),
    of: saleTabOf,
  },
  { kind: 'text', name: 'user', label: 'Owner', of: ({ ownerId }) => ownerId },
  { kind: 'text', name: 'deal', label: 'Kind of deal', of: ({ saleType }) => saleType },
  { kind: 'text', name: 'type', label: 'Kind of property', of: ({ propertyType }) => propertyType },
  { kind: 'text', name: 'city', label: 'City', of: ({ city }) => city },
  { kind: 'text', name: 'pin', label: 'PIN code', of: ({ pincode }) => pincode },
  {
    kind: 'range',
    name: 'price',
    label: 'Price',
    // As the card shows it: the price, else the monthly rent, else the lowest bid.
    of: ({ price, rent, startingBid }) => price ?? rent ?? startingBid,
    say: formatRupees,
  },
  {
    kind: 'range',
    name: 'age',
    label: 'Age in days',
    isOfTime: true,
    of: ({ createdAt }, nowMs) => daysSince(createdAt, nowMs),
    say: String,
  },
  {
    kind: 'text',
    name: 'due',
    label: 'Due',
    isOfTime: true,
    choices: DUE_STATES.map((value) => ({ value, label: DUE_LABELS[value] })),
    of: dueStateOf,
  },
  {
    kind: 'yes-no',
    name: 'video',
    label: 'Video',
    of: ({ videoUrl }) => videoUrl !== null,
    says: { yes: 'With a video', no: 'Without a video' },
  },
  {
    kind: 'yes-no',
    name: 'photos',
    label: 'Photos',
    // The poster is the first photo.
    of: ({ posterUrl }) => posterUrl !== null,
    says: { yes: 'With photos', no: 'Without photos' },
  },
  {
    kind: 'yes-no',
    name: 'resubmitted',
    label: 'Resubmitted',
    of: ({ resubmittedAt }) => resubmittedAt !== null,
    says: { yes: 'Resubmitted', no: 'Not resubmitted' },
  },
  {
    kind: 'yes-no',
    name: 'boosted',
    label: 'Boosted',
    isOfTime: true,
    of: ({ boostedUntil }, nowMs) => Date.parse(boostedUntil ?? '') > nowMs,
    says: { yes: 'Boosted now', no: 'Not boosted now' },
  },
  {
    kind: 'text',
    name: 'seller',
    label: 'Seller',
    choices: LISTED_STATES.map((value) => ({ value, label: SELLER_LABELS[value] })),
    of: ({ sellerState }) => sellerState,
  },
  {
    kind: 'yes-no',
    name: 'reason',
    label: 'Reason',
    of: ({ hasReason }) => hasReason,
    says: { yes: 'Rejected with a reason', no: 'Without a reason' },
  },
  {
    kind: 'text',
    name: 'hint',
    label: 'Hint',
    // A hint of the same phone number tells something about the owner's contact.
    isDetail: true,
    choices: [
      { value: ANY_HINT, label: 'Any hint' },
      ...HINT_KINDS.map((value) => ({ value, label: HINT_LABELS[value] })),
      { value: NO_HINT, label: 'No hint' },
    ],
    offered: [ANY_HINT, ...HINT_KINDS, NO_HINT],
    of: ({ hints }) => hints && (hints.length > 0 ? [ANY_HINT, ...hints] : [NO_HINT]),
  },
  ...makePeopleFields(new Map()),
]

/**
 * The fields whose values are people: an id, ME, or NOBODY. `names` has the names of the people, as the rows have them: a
 * screen names them, and the server has no use for that.
 */
export function makePeopleFields(names: ReadonlyMap<string, string>): TextField<Listing>[] {
  const say = (value: string) => PEOPLE_WORDS.get(value) ?? names.get(value) ?? 'a colleague'
  const ofPeople = { kind: 'text', isOfPeople: true, say } as const
  return [
    {
      ...ofPeople,
      name: 'decided-by',
      label: 'Decided by',
      offered: [ME],
      of: ({ deciderId }) => deciderId,
    },
    {
      ...ofPeople,
      name: 'assigned',
      label: 'Assigned to',
      offered: [ME, NOBODY],
      of: (listing) => assigneeOf(listing) ?? NOBODY,
    },
  ]
}

/** The names of the people to whom listings are assigned, or who decided about them, by id. */
export function nameListingPeople(listings: readonly Listing[]): Map<string, string> {
  const names = new Map<string, string>()
  const add = (id: string, name: string | null) => {
    if (name !== null || !names.has(id)) names.set(id, name ?? 'a colleague')
  }
  for (const listing of listings) {
    if (listing.assigneeId) add(listing.assigneeId, listing.assigneeName)
    if (listing.deciderId) add(listing.deciderId, listing.deciderName)
  }
  return names
}

/** Only a device without a network knows what its person has taken along. */
export function makeRoadField(isOnRoad: (listingId: string) => boolean): YesNoField<Listing> {
  return {
    kind: 'yes-no',
    name: 'road',
    label: 'Taken with me',
    of: ({ id }) => isOnRoad(id),
    says: { yes: 'Taken with me', no: 'Not taken with me' },
  }
}

/** Only a device knows which listings have a change that is not sent yet. */
export function makeWaitingField(isWaiting: (listingId: string) => boolean): YesNoField<Listing> {
  return {
    kind: 'yes-no',
    name: 'waiting',
    label: 'Waiting on this device',
    of: ({ id }) => isWaiting(id),
    says: { yes: 'Waiting on this device', no: 'Not waiting on this device' },
  }
}
