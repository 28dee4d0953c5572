import * as v from 'valibot'
import { answerOf, textOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith } from '#server/platform/http/calls/wire-values.ts'

const OfferAnswerSchema = envelopeWith(
  v.strictObject({
    isMailed: v.pipe(v.boolean(), v.description('The mail server accepted the mail.')),
  }),
)
export type OfferAnswer = v.InferInput<typeof OfferAnswerSchema>

export const personalDataCalls = describeCalls({
  exportData: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Everything that the server holds about the caller, as a ZIP archive of JSON files',
    notes: 'At most three an hour. Each is in the audit log. README.txt describes the files.',
    caller: 'person',
    answer: textOf('The archive.', 'application/zip'),
    refusals: ['confirm-identity', 'not-verified', 'too-many'],
  },
  offerExport: {
    isWrite: true,
    record: 'user',
    group: 'Users',
    summary: 'Mail a user how to download their data',
    notes: 'The user downloads it after signing in; staff never get it. At most five an hour.',
    caller: 'operator',
    answer: answerOf('What became of the mail.', OfferAnswerSchema, {
      success: true,
      data: { isMailed: true },
    }),
    refusals: ['confirm-identity', 'no-mail', 'too-many'],
  },
})
