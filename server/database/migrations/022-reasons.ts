import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** The list of reasons for rejections, and the reason of each rejected listing. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('rejection_reasons')
    .addColumn('code', text, (col) => col.primaryKey())
    .addColumn('label', text, (col) => col.notNull())
    .addColumn('sentence', text, (col) => col.notNull())
    .addColumn('field', text)
    .addColumn('position', 'integer', (col) => col.notNull())
    .addColumn('is_active', 'integer', (col) => col.notNull().check(sql`is_active in (0, 1)`))
    .addColumn('is_used', 'integer', (col) => col.notNull().check(sql`is_used in (0, 1)`))
    .execute()
  await db.schema
    .createTable('listing_reasons')
    .addColumn('listing_id', text, (col) =>
      col.primaryKey().references('listings.id').onDelete('cascade'),
    )
    .addColumn('change_key', text, (col) => col.notNull())
    .addColumn('code', text, (col) => col.notNull().references('rejection_reasons.code'))
    .addColumn('note', text, (col) => col.notNull())
    .addColumn('changes_needed', 'integer', (col) =>
      col.notNull().check(sql`changes_needed in (0, 1)`),
    )
    .addColumn('given_at', text, (col) => col.notNull())
    .execute()
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
      })),
    )
    .execute()
}

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
