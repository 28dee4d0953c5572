import { assignListings } from '#src/api/team/assignments-api.ts'
import { leaveClaim, openClaim } from '#src/api/team/claims-api.ts'
import { contactsOf } from '#src/domain/change.ts'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { CONTACT_WAYS } from '#src/domain/listing/contact-way.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { IntentLog } from './market/intent-log.ts'
import type { SimTab } from './sim-tab.ts'

// What an operator does with a listing beside deciding. Attempts to contact an owner are queued; assignments and claims
// need the network, so a failed call has to be repeated by the person. visiting/sim-visitor.ts has visits.

/** The first attempt or visit of a run, by the clock of the device; each later one has a time of its own. */
const FIRST_MS = Date.UTC(2026, 0, 1)
const SECOND_MS = 1_000

/** Notes that the person called the owner, or wrote to them. Each attempt is one effect. */
export async function noteContact(
  log: IntentLog,
  tab: SimTab,
  { pick, choice }: { pick: number; choice: number },
): Promise<void> {
  const listing = await findShown(tab, pick)
  const by = CONTACT_WAYS[choice % CONTACT_WAYS.length]
  if (!listing || !by) return
  const at = findNextTime(log)
  const record = contactsOf(listing.id)
  const intent = log.ask(tab, { entity: 'contact', record, deed: `${by}:${at}` })
  await log.settle(tab, intent, () => tab.outbox.queueContact({ listing, by, at }))
}

/** Assigns a listing to one of the people, or to nobody. */
export async function assignListing(
  log: IntentLog,
  tab: SimTab,
  people: readonly string[],
  { pick, choice }: { pick: number; choice: number },
): Promise<void> {
  const listing = await findShown(tab, pick)
  const actorId = tab.session.findUserId()
  if (!listing || !actorId) return
  const personId = people[choice % (people.length + 1)] ?? null
  log.assignments.push({ actorId, listingId: listing.id, personId })
  await assignListings({ listingIds: [listing.id], personId })
}

/** The claims that each tab has got. */
const claims = new WeakMap<SimTab, ListingClaim[]>()

export async function openListing(tab: SimTab, pick: number): Promise<void> {
  const listing = await findShown(tab, pick)
  if (!listing) return
  const claim = await openClaim(listing.id, false)
  claims.set(tab, [...(claims.get(tab) ?? []), claim])
}

export async function leaveListing(tab: SimTab, pick: number): Promise<void> {
  const own = claims.get(tab) ?? []
  const claim = own[pick % Math.max(1, own.length)]
  if (claim) await leaveClaim(claim)
}

export function findNextTime(log: IntentLog): string {
  return new Date(FIRST_MS + log.intents.length * SECOND_MS).toISOString()
}

export async function findShown(tab: SimTab, pick: number): Promise<Listing | undefined> {
  if (!tab.session.find()?.isOperator) return undefined
  const rows = await tab.show()
  return rows[pick % Math.max(1, rows.length)]
}
