import { findPosting } from '#src/api/posting/posting-api.ts'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { type TypedPosting, toTyped } from '#src/domain/posting/typed-posting.ts'
import type { ListingDraft } from '#src/outbox/kinds/posting/listing-draft.ts'
import { ticketOf } from '#src/outbox/kinds/posting/posting-queueing.ts'
import type { ListingContent } from '#src/outbox/kinds/posting/unsent-listings.ts'
import type { PostingAct } from '#tools/faults/model/posting-act.ts'
import type { SimTab } from '#tools/faults/sim/sim-tab.ts'
import type { PostingLog } from './posting-log.ts'
import type { TabPostings } from './tab-postings.ts'

// A simulated seller writes listings, adds photos, submits and discards, as the wizard does: each edit is stored on the device,
// and then the outbox is asked to send it.

const FLAT: Partial<TypedPosting> = {
  deal: 'rent',
  kind: 'apartment',
  city: 'Pune',
  locality: 'Baner',
  pincode: '411045',
  bhk: '2',
  area: '980',
  rent: '32000',
  description: 'Second floor, two balconies, covered parking.',
}

interface Seat {
  log: PostingLog
  tab: SimTab
  postings: TabPostings
  userId: string
}

/** Does it in the tab's only wizard; not at all while the person is still busy there, or for an operator. */
async function inWizard(
  log: PostingLog,
  tab: SimTab,
  deed: (seat: Seat) => Promise<void>,
): Promise<void> {
  const seat = takeSeat(log, tab)
  if (!seat || busy.has(tab)) return
  busy.add(tab)
  try {
    await deed(seat)
  } finally {
    busy.delete(tab)
  }
}

const busy = new WeakSet<SimTab>()

/** Null for an operator. */
function takeSeat(log: PostingLog, tab: SimTab): Seat | null {
  const { postings, session } = tab
  const userId = session.findUserId()
  return postings && userId && !session.find()?.isOperator ? { log, tab, postings, userId } : null
}

/** Writes a new listing, or another title of one of this person's listings on this device. */
export const writeListing = (log: PostingLog, tab: SimTab, pick: number) =>
  inWizard(log, tab, async (seat) => {
    const own = log.listListings(tab.device.label, seat.userId)
    const listingId = own[pick % (own.length + 1)] ?? seat.postings.makeId()
    const draft = await open(seat, listingId, !own.includes(listingId))
    if (!draft) return
    const value = `Listing ${log.acts.length}`
    await act(seat, draft, { listingId, deed: 'write', value }, () =>
      draft.edit(({ typed }) => ({ typed: { ...typed, ...FLAT, title: value } })),
    )
  })

export const addPhoto = (log: PostingLog, tab: SimTab, pick: number) =>
  inWizard(log, tab, async (seat) => {
    const listingId = findListing(seat, pick)
    const draft = listingId && (await open(seat, listingId))
    if (!draft) return
    const value = seat.postings.makePhotoId()
    const asked = log.ask(tab, { listingId, deed: 'photo', value })
    const isKept = await seat.postings.addPhoto(listingId, value)
    await draft.keep()
    if (draft.find().other) return void (await takeTheirs(seat, draft, listingId))
    if (!isKept || !draft.find().isKept) return
    await send(seat, draft, listingId)
    log.answer(asked, 'kept')
  })

export const submitListing = (log: PostingLog, tab: SimTab, pick: number) =>
  inWizard(log, tab, async (seat) => {
    const listingId = findListing(seat, pick)
    const draft = listingId && (await open(seat, listingId))
    // The wizard submits only a listing that is complete.
    if (!draft || draft.find().content.typed.title === '') return
    await act(seat, draft, { listingId, deed: 'submit', value: null }, () =>
      draft.edit(() => ({ submitKey: seat.postings.makeId() })),
    )
  })

export const discardListing = (log: PostingLog, tab: SimTab, pick: number) =>
  inWizard(log, tab, async (seat) => {
    const listingId = findListing(seat, pick)
    if (!listingId) return
    const asked = log.ask(tab, { listingId, deed: 'discard', value: null })
    await seat.postings.listingsOf(seat.userId).discard(listingId)
    log.answer(asked, 'kept')
  })

/** Deletes all listings of the person from this device, as a sign-out with "Discard" does. */
export async function discardListings(log: PostingLog, tab: SimTab): Promise<void> {
  const seat = takeSeat(log, tab)
  if (!seat) return
  const own = log.listListings(tab.device.label, seat.userId)
  const asked = own.map((listingId) => log.ask(tab, { listingId, deed: 'discard', value: null }))
  const listings = seat.postings.listingsOf(seat.userId)
  for (const { id } of await listings.list()) await listings.discard(id)
  for (const one of asked) log.answer(one, 'kept')
}

function findListing({ log, tab, userId }: Seat, pick: number): string | null {
  const own = log.listListings(tab.device.label, userId)
  return own[pick % Math.max(1, own.length)] ?? null
}

/** The listing as stored on this device, else as the server has it. Null if that is not known now, or it was discarded. */
async function open(
  { postings, userId, tab }: Seat,
  id: string,
  isNew = false,
): Promise<ListingDraft | null> {
  const row = await postings.listingsOf(userId).find(id)
  const saved = row || isNew ? null : await findPosting(id)
  const isSignedOut = tab.session.findUserId() !== userId
  if (isSignedOut || (!row && !isNew && !saved)) return null
  const { draft, version } = saved ?? { draft: EMPTY_DRAFT, version: null }
  const start: ListingContent = {
    typed: toTyped(draft),
    media: draft.media,
    version,
    submitKey: null,
  }
  return postings.openDraft(userId, id, row, start)
}

async function act(
  seat: Seat,
  draft: ListingDraft,
  what: Pick<PostingAct, 'listingId' | 'deed' | 'value'>,
  edit: () => Promise<void>,
): Promise<void> {
  const { log, tab } = seat
  const asked = log.ask(tab, what)
  await edit()
  if (draft.find().other) {
    if (await takeTheirs(seat, draft, what.listingId)) log.answer(asked, 'refused')
    return
  }
  // What the device has no room for is not shown as saved.
  if (!draft.find().isKept || !draft.isStored()) return
  await send(seat, draft, what.listingId)
  log.answer(asked, 'kept')
}

/** Another tab has changed the listing: the person takes its version. False if that could not be stored. */
async function takeTheirs(seat: Seat, draft: ListingDraft, listingId: string): Promise<boolean> {
  const { log, tab } = seat
  const { other } = draft.find()
  if (!other) return false
  const asked = log.ask(tab, { listingId, deed: 'write', value: other.typed.title })
  await draft.take(other)
  if (draft.find().other || !draft.find().isKept) return false
  await send(seat, draft, listingId)
  log.answer(asked, 'kept')
  return true
}

/** If the outbox does not take the change, it is queued later: the listing is stored. */
async function send({ tab, userId }: Seat, draft: ListingDraft, id: string): Promise<void> {
  const ticket = ticketOf({ ...draft.find().content, userId, id })
  await tab.outbox.queuePosting(ticket).catch(() => undefined)
}
