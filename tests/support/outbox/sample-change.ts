import {
  CHANGE_FORMAT,
  type EventChange,
  type ListingChange,
  type NoteChange,
  noteThreadOf,
  type QueuedVisit,
} from '#src/domain/change.ts'
import type { EventFields, MarketEvent } from '#src/domain/event/market-event.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { visitsOf } from '#src/domain/visit/visit.ts'

/** A queued approval of listing-1. */
export function sampleChange(overrides: Partial<ListingChange> = {}): ListingChange {
  return {
    seq: 1,
    key: 'a-key-of-its-own-1',
    format: CHANGE_FORMAT,
    userId: 'asha',
    entity: 'listing',
    entityId: 'listing-1',
    entityName: 'Sea view',
    action: { kind: 'status', to: 'approved' },
    origin: 'board',
    from: 'pending',
    baseVersion: 3,
    isKeyed: true,
    state: 'waiting',
    tries: 0,
    notBefore: 0,
    fence: 0,
    leasedUntil: 0,
    lastError: null,
    conflict: null,
    ackedAs: null,
    ackedVersion: null,
    queuedAt: 0,
    ...overrides,
  }
}

export function sampleFields(overrides: Partial<EventFields> = {}): EventFields {
  return {
    title: 'Open house in Baner',
    kind: 'open-house',
    startsAt: '2026-07-04T04:30:00.000Z',
    endsAt: '2026-07-04T06:30:00.000Z',
    place: 'Baner Road, Pune',
    note: null,
    ...overrides,
  }
}

export function sampleEvent(overrides: Partial<MarketEvent> = {}): MarketEvent {
  return { id: 'event-1', version: 1, ...sampleFields(), ...overrides }
}

/** A queued creation of an event. */
export function sampleEventChange(overrides: Partial<EventChange> = {}): EventChange {
  const { action: _, origin: __, from: ___, baseVersion: ____, ...common } = sampleChange()
  return {
    ...common,
    entity: 'event',
    entityId: 'new-1',
    entityName: 'Open house in Baner',
    action: { kind: 'create', fields: sampleFields(), twins: [] },
    earlier: [],
    ackedResult: null,
    ...overrides,
  }
}

/** A queued note about listing-1. */
export function sampleNoteChange(overrides: Partial<NoteChange> = {}): NoteChange {
  const { action: _, origin: __, from: ___, baseVersion: ____, ...common } = sampleChange()
  const about = { kind: 'listing', id: 'listing-1' } as const
  return {
    ...common,
    entity: 'note',
    entityId: noteThreadOf(about),
    action: { kind: 'write', noteId: 'note-1', text: 'Ask her for photos.', isNew: true },
    about,
    ...overrides,
  }
}

/** A queued visit to listing-1 with photos: the ids of their files on the device. */
export function sampleVisit({
  files,
  ...overrides
}: Partial<QueuedVisit> & { files: readonly string[] }): QueuedVisit {
  const { action: _, origin: __, from: ___, baseVersion: ____, ...common } = sampleChange()
  const at = '2026-03-01T08:30:00.000Z'
  const visit = { id: 'a'.repeat(24), at, answers: [], note: 'Shown by a tenant.', place: null }
  return {
    ...common,
    entity: 'visit',
    entityId: visitsOf('listing-1'),
    action: { kind: 'visit-with-photos', visit, files },
    ...overrides,
  }
}

/** A pending listing. */
export function sampleListing(overrides: Partial<Listing> = {}): Listing {
  return {
    id: 'listing-1',
    version: 3,
    name: 'Sea view',
    videoUrl: null,
    posterUrl: null,
    propertyType: 'Apartment',
    saleType: 'Sell',
    bhk: '2 BHK',
    createdAt: '2026-06-01T06:00:00.000Z',
    updatedAt: null,
    ownerId: 'member-1',
    ownerName: 'Ravi',
    ownerPhone: '+91 98200 11223',
    ownerEmail: 'ravi@example.in',
    city: 'Pune',
    pincode: '411001',
    furnishing: null,
    price: 4_500_000,
    rent: null,
    status: 'pending',
    startingBid: null,
    auctionEndsAt: null,
    boostedUntil: null,
    resubmittedAt: null,
    waitsSince: null,
    dueSoonAt: null,
    dueAt: null,
    sellerState: 'posted',
    hasReason: false,
    deciderId: null,
    deciderName: null,
    hints: null,
    assigneeId: null,
    assigneeName: null,
    ...overrides,
  }
}
