import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { GRIEVANCE_KINDS, GRIEVANCE_NUMBER_PATTERN } from '#src/domain/grievance/grievance.ts'
import type { NamedGrievance } from './grievance-repository.ts'

const WireNumber = v.pipe(
  v.string(),
  v.regex(GRIEVANCE_NUMBER_PATTERN),
  v.description('Names the grievance to people. It gives access to nothing.'),
)
const WireDue = v.pipe(WireTime, v.description('The answer is due at this time.'))

const GrievanceWireSchema = recordWith('Grievance', {
  _id: WireId,
  number: WireNumber,
  kind: v.picklist(GRIEVANCE_KINDS),
  listing: v.pipe(
    v.nullable(v.string()),
    v.description('The link or id of a listing, as it was typed.'),
  ),
  text: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  userId: v.pipe(v.nullable(WireId), v.description('Null if the sender was not signed in.')),
  createdAt: WireTime,
  dueAt: WireDue,
  answer: v.pipe(v.nullable(v.string()), v.description('Null while it is open.')),
  answeredAt: v.nullable(WireTime),
  answeredBy: v.pipe(v.nullable(v.string()), v.description('Their name now.')),
})
export type GrievanceWire = v.InferInput<typeof GrievanceWireSchema>

export const GrievanceListSchema = envelopeWith(v.array(GrievanceWireSchema))
export const GrievanceAnswerWireSchema = envelopeWith(GrievanceWireSchema)
export const ReceivedAnswerSchema = envelopeWith(
  v.strictObject({
    number: WireNumber,
    dueAt: WireDue,
    isMailed: v.pipe(
      v.boolean(),
      v.description(
        'An acknowledgement is mailed. False without a mail server or an e-mail address.',
      ),
    ),
  }),
)
export type GrievanceReceipt = v.InferInput<typeof ReceivedAnswerSchema>

export function toGrievance(row: NamedGrievance): GrievanceWire {
  return {
    _id: row.id,
    number: row.number,
    kind: row.kind,
    listing: row.listing,
    text: row.text,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    userId: row.user_id,
    createdAt: row.created_at,
    dueAt: row.due_at,
    answer: row.answer,
    answeredAt: row.answered_at,
    answeredBy: row.answererName,
  }
}

/** Example in the OpenAPI document. */
export const GRIEVANCE_EXAMPLE: GrievanceWire = {
  _id: '68b1f0a2c4d5e6f708192a60',
  number: 'G-4821-7730',
  kind: 'listing',
  listing: '68b1f0a2c4d5e6f708192a40',
  text: 'This flat was sold a year ago. The photos show my home.',
  createdAt: '2026-06-20T09:12:00.000Z',
  dueAt: '2026-07-05T09:12:00.000Z',
  answer: null,
  answeredAt: null,
  name: 'Meera Iyer',
  email: 'meera.iyer@example.in',
  phoneNumber: null,
  userId: null,
  answeredBy: null,
}
