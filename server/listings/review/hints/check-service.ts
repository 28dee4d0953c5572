// Hints for the reviewer of a submission. They decide nothing. They are computed when the submission is opened; only their
// kinds are stored (hint-kind-service.ts).

import type { Kysely } from 'kysely'
import type { PostedListing } from '#server/listings/changes/listing-state-service.ts'
import {
  listPhotoMatches,
  listVideoMatches,
  type MediaMatch,
} from '#server/listings/media/media-match-service.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { toIndianMobile } from '#src/domain/account/phone-number.ts'
import {
  type FoundContact,
  listContacts,
  spellContact,
} from '#src/domain/posting/posting-contacts.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import {
  listComparedAmounts,
  listOfPhones,
  listOfPlace,
  type OtherListing,
} from './check-repository.ts'
import type { SubmissionCheck } from './check-wire.ts'
import { checkPrice, priceColumnOf } from './price-check.ts'

const MOST_NAMED = 3 // other listings per kind of hint: enough to recognise a pattern

export interface CheckedSubmission {
  listing: PostedListing
  content: PostingDraft
  /** The photos and the video of the content, in the content's order. */
  media: readonly MediaRow[]
  /** The listings of its group, which the hints leave out; by default none. */
  grouped?: ReadonlySet<string>
}

const NO_GROUP: ReadonlySet<string> = new Set()

/** The hints for a submission. Compares owners' phone numbers only if `fields` is 'all': the reviewer may see them. */
export async function listChecks(
  db: Kysely<Tables>,
  submission: CheckedSubmission,
  fields: FieldSet,
): Promise<SubmissionCheck[]> {
  const { listing } = submission
  const price = checkPrice(listing, await listComparedAmounts(db, listing, priceColumnOf(listing)))
  return [
    ...listMissing(submission),
    ...(price ? [price] : []),
    ...listContacts(submission.content).map(sayContact),
    ...(await listSameMedia(db, submission)),
    ...(fields === 'all' ? await listSamePhones(db, submission) : []),
    ...(await listSamePlaces(db, submission)),
  ]
}

function listMissing({ listing, content }: CheckedSubmission): SubmissionCheck[] {
  const checks: SubmissionCheck[] = []
  if (!content.title?.trim()) checks.push(hint('no-title', 'title', 'The listing has no title.'))
  if (!listing.ownerName?.trim())
    checks.push(hint('no-owner', 'owner', 'The owner of the listing has no name.'))
  return checks
}

function sayContact(contact: FoundContact): SubmissionCheck {
  const { kind, field } = contact
  const found = spellContact(contact)
  if (kind === 'email')
    return hint('email-in-text', field, `The ${field} has an e-mail address: ${found}`)
  return contact.isAmount
    ? hint('phone-in-text', field, `The ${wordField(field)} may be a phone number: ${found}`)
    : hint('phone-in-text', field, `The ${field} has a phone number: ${found}`)
}

async function listSameMedia(
  db: Kysely<Tables>,
  { listing, media, grouped = NO_GROUP }: CheckedSubmission,
): Promise<SubmissionCheck[]> {
  const photos = media.filter(({ kind }) => kind === 'photo')
  const isTold = ({ ownerId, listingId }: MediaMatch) =>
    ownerId !== listing.owner_id && !grouped.has(listingId)
  const photoMatches = (await listPhotoMatches(db, listing.id, photos)).filter(isTold)
  const videoMatches = (await listVideoMatches(db, listing.id, media)).filter(isTold)
  return [
    ...eachListing(photoMatches).map((other) => {
      const numbers = photos.flatMap(({ id }, index) =>
        photoMatches.some((match) => match.mediaId === id && match.listingId === other.listingId)
          ? [index + 1]
          : [],
      )
      return hint('same-photo', 'media', wordPhotos(numbers), other)
    }),
    ...eachListing(videoMatches).map((other) =>
      hint('same-video', 'media', 'The video is also in a listing of another owner.', other),
    ),
  ]
}

/** Finds other owners whose phone number is that of the listing's owner, or is in its texts or amounts. */
async function listSamePhones(
  db: Kysely<Tables>,
  { listing, content, grouped = NO_GROUP }: CheckedSubmission,
): Promise<SubmissionCheck[]> {
  const fields = new Map<string, SubmissionCheck['field']>()
  for (const contact of listContacts(content)) {
    const stored = contact.kind === 'phone' && toIndianMobile(contact.phone.digits)
    if (stored) fields.set(stored, contact.field)
  }
  if (listing.ownerPhone !== null) fields.set(listing.ownerPhone, 'owner')
  const phones = [...fields.keys()]
  const others = await listOfPhones(db, listing.owner_id, { phones, most: MOST_NAMED })
  return others.flatMap((other) => {
    const field = fields.get(other.phone ?? '') ?? 'owner'
    // The group says it of the owner, and not that a number is in the text.
    if (field === 'owner' && grouped.has(other.listingId)) return []
    const sentence =
      field === 'owner'
        ? 'Another owner has the same phone number.'
        : `The phone number in the ${wordField(field)} is that of another owner.`
    return hint('same-phone', field, sentence, other)
  })
}

async function listSamePlaces(
  db: Kysely<Tables>,
  { listing: { id, owner_id: ownerId }, grouped = NO_GROUP }: CheckedSubmission,
): Promise<SubmissionCheck[]> {
  const found = await listOfPlace(db, { id, ownerId, most: MOST_NAMED + grouped.size })
  const others = found.filter(({ listingId }) => !grouped.has(listingId)).slice(0, MOST_NAMED)
  const sentence = 'Another owner has a listing with the same locality, kind and size.'
  return others.map((other) => hint('same-place', 'locality', sentence, other))
}

function hint(
  code: SubmissionCheck['code'],
  field: SubmissionCheck['field'],
  sentence: string,
  other?: OtherListing,
): SubmissionCheck {
  const listing = other ? { id: other.listingId, title: other.title } : null
  return { code, sentence, field, listing }
}

function wordField(field: SubmissionCheck['field']): string {
  return field === 'startingBid' ? 'starting bid' : field
}

function eachListing<Match extends OtherListing>(matches: readonly Match[]): Match[] {
  const byId = new Map(matches.map((match) => [match.listingId, match]))
  return [...byId.values()].slice(0, MOST_NAMED)
}

/** Writes 'Photos 1 and 3 are also in a listing of another owner.' */
function wordPhotos(numbers: readonly number[]): string {
  const last = numbers.at(-1)
  const others = numbers.slice(0, -1).join(', ')
  const which = others === '' ? `Photo ${last} is` : `Photos ${others} and ${last} are`
  return `${which} also in a listing of another owner.`
}
