import * as v from 'valibot'
import { HISTORY_EXAMPLE, HistoryAnswerSchema } from '#server/audit/audit-wire.ts'
import {
  answerOf,
  bodyOf,
  type CallDescription,
  queryOf,
  withVersion,
} from '#server/http/calls/call-description.ts'
import { describeCalls } from '#server/http/calls/described-calls.ts'
import { describePages, PAGE_REFUSALS, pageWith } from '#server/http/calls/page-description.ts'
import { WireCount, WireCursor, WireId, YesSchema } from '#server/http/calls/wire-values.ts'
import { StatusChangeSchema } from '#src/domain/listing/listing.ts'
import { LISTING_PAGES } from './listing-pages.ts'
import { LISTING_EXAMPLE, ListingWireSchema, OvertakenAnswerSchema } from './listing-wire.ts'

const yes = v.literal(true)
const data = v.array(ListingWireSchema)

/** One of three responses, depending on the query. */
const ListAnswerSchema = v.union([
  v.strictObject({
    success: yes,
    data,
    meta: v.strictObject({
      cursor: WireCursor,
      total: v.pipe(WireCount, v.description('The number of properties.')),
    }),
  }),
  pageWith(ListingWireSchema),
  v.strictObject({
    success: yes,
    data,
    removed: v.pipe(v.array(WireId), v.description('Deleted since then.')),
    meta: v.strictObject({ cursor: WireCursor }),
  }),
])
const ChangedAnswerSchema = v.strictObject({ success: yes, data: ListingWireSchema })

const conflict = withVersion(
  answerOf('The listing moved on.', OvertakenAnswerSchema, {
    success: false,
    error: 'This listing was changed in the meantime.',
    code: 'version-conflict',
    data: {
      current: LISTING_EXAMPLE,
      changedAt: LISTING_EXAMPLE.updatedAt,
      by: 'Ravi Shah',
      actorId: '65a000000000000000000001',
      device: 'Chrome on Android',
    },
  }),
)

const deleteProperty: CallDescription = {
  isWrite: true,
  record: 'property',
  group: 'Properties',
  summary: 'Delete a property permanently',
  caller: 'operator',
  isKeyed: true,
  conflict,
  answer: answerOf('It is gone.', YesSchema, { success: true }),
}

export const listingCalls = describeCalls({
  listProperties: {
    group: 'Properties',
    summary: 'The properties, newest first',
    notes:
      'Without a query, the whole list and a cursor. With `since`, the changes after that cursor, in no defined order, and the ids of deleted properties. With any other parameter, a page.',
    caller: 'operator',
    isTagged: true,
    query: [
      ...describePages(LISTING_PAGES),
      queryOf('since', 'The `cursor` of the answer before; not together with the others.'),
    ],
    answer: answerOf('The whole list, a page or what changed.', ListAnswerSchema, {
      success: true,
      data: [LISTING_EXAMPLE],
      meta: { cursor: '7Qm3.42', total: 1 },
    }),
    refusals: [...PAGE_REFUSALS, 'cursor-expired'],
  },
  listPropertyHistory: {
    record: 'property',
    group: 'Properties',
    summary: 'The history of a property, newest first',
    caller: 'operator',
    answer: answerOf('Its history.', HistoryAnswerSchema, HISTORY_EXAMPLE),
  },
  setPropertyStatus: {
    isWrite: true,
    record: 'property',
    group: 'Properties',
    summary: 'Decide about a property',
    notes: 'The status that it has already is a success that changes nothing.',
    caller: 'operator',
    isKeyed: true,
    conflict,
    body: bodyOf(StatusChangeSchema, {}, { status: 'approved' }),
    answer: withVersion(
      answerOf('The property as it is now.', ChangedAnswerSchema, {
        success: true,
        data: LISTING_EXAMPLE,
      }),
    ),
  },
  deleteProperty,
  deletePropertyAlsoAt: {
    ...deleteProperty,
    notes: 'The same as DELETE /api/admin/property/{id}.',
  },
})
