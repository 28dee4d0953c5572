import * as v from 'valibot'
import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { envelopeWith, recordWith, WireTime } from '#server/platform/http/calls/wire-values.ts'

const AccountDeletionWireSchema = recordWith('AccountDeletion', {
  requestedAt: WireTime,
  dueAt: v.pipe(WireTime, v.description('The account is erased within an hour of this time.')),
  isConsentWithdrawn: v.pipe(
    v.boolean(),
    v.description('Cancelling the deletion needs a new consent.'),
  ),
})

const DELETION_EXAMPLE = {
  requestedAt: '2026-02-14T08:20:00.000Z',
  dueAt: '2026-02-21T08:20:00.000Z',
  isConsentWithdrawn: false,
}

export const requestedAnswer = answerOf('Requested.', envelopeWith(AccountDeletionWireSchema), {
  success: true,
  data: DELETION_EXAMPLE,
})

export const pendingAnswer = answerOf(
  'The request, or null.',
  envelopeWith(v.nullable(AccountDeletionWireSchema)),
  { success: true, data: DELETION_EXAMPLE },
)
