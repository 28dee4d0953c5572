import * as v from 'valibot'
import { LIST_EXPORT_CALL } from '#server/accounts/export/list-export-service.ts'
import {
  answerOf,
  bodyOf,
  type CallDescription,
  queryOf,
  withVersion,
  withVersionOfRecord,
} from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import {
  describePages,
  PAGE_REFUSALS,
  pageWith,
} from '#server/platform/http/calls/page-description.ts'
import {
  WireCount,
  WireCursor,
  WireId,
  YesSchema,
} from '#server/platform/http/calls/wire-values.ts'
import { ChangeBatchSchema } from '#src/domain/listing/change-batch-schema.ts'
import { DEVICE_LISTINGS } from '#src/domain/listing/device-share.ts'
import { ListingStatusSchema } from '#src/domain/listing/listing.ts'
import { DecisionSchema, GivenReasonSchema } from '#src/domain/listing/reason-schemas.ts'
import { groupIndian } from '#src/domain/money.ts'
import { BatchAnswerSchema } from './batch-change-wire.ts'
import { LISTING_HISTORY_EXAMPLE, ListingHistoryAnswerSchema } from './listing-history-wire.ts'
import { LISTING_PAGES } from './listing-pages.ts'
import { LISTING_EXAMPLE, ListingWireSchema, OvertakenAnswerSchema } from './listing-wire.ts'

const yes = v.literal(true)
const data = v.array(ListingWireSchema)

const PartOfWire = v.pipe(
  v.array(
    v.strictObject({
      status: ListingStatusSchema,
      tab: v.nullable(v.pipe(v.string(), v.description('sell, rent or auction; null for others.'))),
      listings: WireCount,
    }),
  ),
  v.description(
    'Only with `share`, and only if the server has more properties than a device holds: how many it has in all.',
  ),
)

/** Depending on the query: the whole list, a page of it, or the changes since a cursor. */
const ListAnswerSchema = v.union([
  v.strictObject({
    success: yes,
    data,
    meta: v.strictObject({
      cursor: WireCursor,
      partOf: v.optional(PartOfWire),
      total: v.pipe(WireCount, v.description('The number of properties in this answer.')),
    }),
  }),
  pageWith(ListingWireSchema, {
    previousCursor: v.pipe(
      v.nullable(WireCursor),
      v.description('The cursor of the page before this one.'),
    ),
  }),
  v.strictObject({
    success: yes,
    data,
    removed: v.pipe(v.array(WireId), v.description('Deleted since then.')),
    meta: v.strictObject({ cursor: WireCursor, partOf: v.optional(PartOfWire) }),
  }),
])
const ListingAnswerSchema = v.strictObject({ success: yes, data: ListingWireSchema })
/** A confirmed decision. `data` is absent for a repeat whose property or whose caller's rights have changed since. */
const DecidedAnswerSchema = v.strictObject({ success: yes, data: v.optional(ListingWireSchema) })

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
      queryOf('since', 'The `cursor` of the answer before; not together with those of a page.'),
      queryOf(
        'share',
        `With ${groupIndian(DEVICE_LISTINGS)} properties or fewer, nothing changes. With more, the answer has about so many: all that are pending (of more, those that wait longest) and those that were decided or changed last. Deltas have every change.`,
        { enum: ['device'] },
      ),
    ],
    answer: answerOf('The whole list, a page or what changed.', ListAnswerSchema, {
      success: true,
      data: [LISTING_EXAMPLE],
      meta: { cursor: '7Qm3.42', total: 1 },
    }),
    refusals: [...PAGE_REFUSALS, 'cursor-expired'],
  },
  getProperty: {
    record: 'property',
    group: 'Properties',
    summary: 'A property',
    caller: 'operator',
    answer: answerOf('The property.', ListingAnswerSchema, {
      success: true,
      data: LISTING_EXAMPLE,
    }),
  },
  exportProperties: {
    ...LIST_EXPORT_CALL,
    group: 'Properties',
    summary: 'The properties as a CSV or XLSX file, newest first',
  },
  listPropertyHistory: {
    record: 'property',
    group: 'Properties',
    summary: 'The history of a property, newest first',
    caller: 'operator',
    answer: answerOf('Its history.', ListingHistoryAnswerSchema, LISTING_HISTORY_EXAMPLE),
  },
  setPropertyStatus: {
    isWrite: true,
    record: 'property',
    group: 'Properties',
    summary: 'Decide about a property',
    notes:
      'The status that it has already is a success that changes nothing. A rejection and its `reason` are one change: both are stored, or neither. A reason needs an Idempotency-Key. A repeat with the same key has no `data` and no ETag if the property was changed or deleted since, if the caller may no longer decide, or if the session was unused for too long.',
    caller: 'operator',
    isKeyed: true,
    conflict,
    body: bodyOf(
      DecisionSchema,
      {
        reason:
          'Of a rejection. Required if `meta.isReasonRequired` of `GET /admin/reasons` is true. `code` is that of an active reason.',
      },
      { status: 'approved' },
    ),
    answer: withVersionOfRecord(
      answerOf('The property as it is now; without it for some repeats.', DecidedAnswerSchema, {
        success: true,
        data: LISTING_EXAMPLE,
      }),
    ),
    refusals: ['reason-required', 'reason-unknown'],
  },
  changeProperties: {
    isWrite: true,
    group: 'Properties',
    summary: 'Make up to 100 changes of a batch',
    notes:
      'Each change is made like a `PATCH` or `DELETE` of its property alone, with the Idempotency-Key that is the id of the batch, a dot and its `place`. So a call without an answer is repeated, in any parts. `count` is what the person confirmed: a call with a `place` beyond it is refused as a whole (422), and changes nothing.',
    caller: 'operator',
    body: bodyOf(
      ChangeBatchSchema,
      {
        batch: 'The same in every call of the batch. `count` is at most 10,000.',
        reason: 'Of every rejection of the batch.',
        changes:
          'Of different properties. `version` is compared as If-Match is. `to` is the new status, or `deleted`.',
      },
      {
        batch: { id: 'b7c1f0a2c4d5e6f708192a3e40516273', count: 1240 },
        changes: [{ place: 0, id: '68b1f0a2c4d5e6f708192a3e', version: 4, to: 'approved' }],
      },
    ),
    answer: answerOf('What became of each change, in their order.', BatchAnswerSchema, {
      success: true,
      data: [
        {
          key: 'b7c1f0a2c4d5e6f708192a3e40516273.0',
          status: 200,
          body: {
            success: true,
            data: { _id: LISTING_EXAMPLE._id, version: 5, status: 'approved' },
          },
        },
      ],
    }),
    refusals: ['count-differs'],
  },
  setPropertyReason: {
    isWrite: true,
    record: 'property',
    group: 'Properties',
    summary: 'Say why a property is rejected',
    notes:
      '`changeKey` is the Idempotency-Key of the status change that rejected it. A later reason for the same rejection replaces the earlier one, and another status ends it.',
    caller: 'operator',
    isKeyed: true,
    body: bodyOf(
      GivenReasonSchema,
      {
        code: 'Of an active reason in `GET /admin/reasons`.',
        note: 'For the seller, besides the sentence of the reason.',
        changesNeeded: 'Invites the seller to correct the listing.',
      },
      {
        changeKey: 'b7c1f0a2c4d5e6f708192a3e40516273',
        code: 'photos',
        note: 'The kitchen is missing.',
        changesNeeded: true,
      },
    ),
    answer: answerOf('It is stored, now or before.', YesSchema, { success: true }),
    refusals: ['reason-unknown', 'decided-again'],
  },
  deleteProperty,
  deletePropertyAlsoAt: {
    ...deleteProperty,
    notes: 'The same as DELETE /api/admin/property/{id}.',
  },
})
