import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'

/** The counter of revisions, and the reasons for rejections that a new installation begins with. */
export async function insertFirstRows(db: Kysely<Tables>): Promise<void> {
  // The epoch distinguishes databases whose counters have the same value.
  const epoch = randomBytes(6).toString('hex')
  await db.insertInto('revisions').values({ id: 1, value: 0, epoch }).execute()
  await db
    .insertInto('rejection_reasons')
    .values(
      FIRST_REASONS.map(([code, field, label, sentence], position) => ({
        code,
        label,
        sentence,
        field,
        position,
        is_active: 1,
        is_used: 0,
        changes_needed: ASK_FOR_CHANGES.includes(code) ? 1 : 0,
      })),
    )
    .execute()
}

/** The reasons with which "Changes needed" is usually chosen. */
const ASK_FOR_CHANGES: readonly string[] = ['photos', 'place']

const FIRST_REASONS = [
  [
    'photos',
    'photos',
    'Photos missing or unclear',
    'Add clear photos of the rooms and of the building from outside.',
  ],
  [
    'video',
    'video',
    'Video does not show the property',
    'The video does not show this property. Upload a walkthrough of the property itself.',
  ],
  [
    'price',
    'price',
    'Price implausible',
    'The price does not fit a property of this kind in this place. Check it for missing or extra zeros.',
  ],
  [
    'place',
    'place',
    'Wrong city or pincode',
    'The city and the pincode do not belong together, or the property is elsewhere. Correct them.',
  ],
  [
    'duplicate',
    null,
    'Duplicate',
    'This property is listed already. Change the listing that exists instead of posting it again.',
  ],
  [
    'contact-in-text',
    'description',
    'Contact details in the text',
    'Remove phone numbers, e-mail addresses and links from the title and the description.',
  ],
  [
    'not-owner',
    null,
    'Not the owner',
    'We could not confirm that you own this property, or may offer it for its owner.',
  ],
  ['sold', null, 'Already sold or let', 'This property is sold or let already.'],
  [
    'details',
    'details',
    'Incomplete details',
    'Important details are missing. Fill in every field that applies to this property.',
  ],
  ['other', null, 'Other', 'The listing does not follow the rules of this marketplace.'],
] as const
