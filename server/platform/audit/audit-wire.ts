import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireCount,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'

/** One entry of a record's history. */
export const HistoryEntryWireSchema = recordWith('HistoryEntry', {
  at: WireTime,
  action: v.pipe(v.string(), v.description("What happened, in words: 'Approved', 'Payment'.")),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  actorId: v.nullable(v.pipe(WireId, v.description('The operator who did it.'))),
  by: v.nullable(v.pipe(v.string(), v.description("The operator's name."))),
  device: v.nullable(v.pipe(v.string(), v.description("Which of the operator's devices."))),
  detail: v.nullable(v.string()),
  photos: v.optional(
    v.pipe(
      v.array(
        v.strictObject({ id: v.string(), takenAt: WireTime, width: WireCount, height: WireCount }),
      ),
      v.description('Of a visit, in the order in which they were taken.'),
    ),
  ),
})
export const HistoryAnswerSchema = envelopeWith(v.array(HistoryEntryWireSchema))
export type HistoryAnswer = v.InferInput<typeof HistoryAnswerSchema>

/** Example in the OpenAPI document. */
export const HISTORY_EXAMPLE: HistoryAnswer = {
  success: true,
  data: [
    {
      at: '2026-02-14T08:20:00.000Z',
      action: 'Approved',
      from: 'pending',
      to: 'approved',
      actorId: '65a000000000000000000001',
      by: 'Ravi Shah',
      device: 'Chrome on Android',
      detail: null,
    },
  ],
}
