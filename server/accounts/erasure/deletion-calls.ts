import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { DeletionRequestSchema, KeepAccountSchema } from '#src/domain/account/account-deletion.ts'
import { POLICY_DATE } from '#src/domain/policy.ts'
import { pendingAnswer, requestedAnswer } from './deletion-wire.ts'

const kept = answerOf('Kept, now or before.', YesSchema, { success: true })

export const deletionCalls = describeCalls({
  getDeletion: {
    group: 'Accounts',
    summary: "The requested deletion of the caller's account",
    caller: 'person',
    answer: pendingAnswer,
  },
  requestDeletion: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Request the deletion of the account, which is erased after seven days',
    notes: 'Sessions go on, and `POST /auth/deletion/cancellation` keeps the account.',
    caller: 'person',
    body: bodyOf(
      DeletionRequestSchema,
      { withdrawsConsent: 'Removes the consent of an end user at once; false for staff.' },
      { withdrawsConsent: false },
    ),
    answer: requestedAnswer,
    refusals: ['confirm-identity', 'not-verified', 'not-allowed', 'last-owner', 'set-elsewhere'],
  },
  keepAccount: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Keep the account',
    notes: 'The person gets a mail.',
    caller: 'person',
    body: bodyOf(
      KeepAccountSchema,
      {
        isAdult: 'As at the registration; required after a withdrawn consent.',
        agreesTo:
          'The version of the policy that the person agrees to; required after a withdrawn consent, and recorded only then.',
      },
      { isAdult: true, agreesTo: POLICY_DATE },
    ),
    answer: kept,
    refusals: ['confirm-identity'],
  },
})

export const memberDeletionCalls = describeCalls({
  getUserDeletion: {
    record: 'user',
    group: 'Users',
    summary: "The requested deletion of a user's account",
    caller: 'operator',
    answer: pendingAnswer,
  },
  requestUserDeletion: {
    isWrite: true,
    record: 'user',
    group: 'Users',
    summary: "Request the deletion of a user's account, when the user asks for it",
    notes: 'The user gets a mail and can keep the account for seven days.',
    caller: 'operator',
    answer: requestedAnswer,
    refusals: ['confirm-identity', 'set-elsewhere'],
  },
  keepUser: {
    isWrite: true,
    record: 'user',
    group: 'Users',
    summary: "Cancel the deletion of a user's account",
    caller: 'operator',
    answer: kept,
    refusals: ['confirm-identity', 'consent-withdrawn'],
  },
})
