import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { CLAIM_MINUTES, HAND_OVER_HOURS, MOST_HOLD_DAYS } from '#src/domain/claim/claim.ts'
import {
  HandOverSchema,
  HoldSchema,
  OpenClaimSchema,
  TakeBatchSchema,
  TakeOverSchema,
} from '#src/domain/claim/claim-schemas.ts'
import { BATCH_HOURS, MOST_CANDIDATES } from '#src/domain/claim/road-batch.ts'
import {
  CLAIM_EXAMPLE,
  ClaimAnswerSchema,
  ClaimListSchema,
  DeciderListSchema,
  TAKEN_BATCH_EXAMPLE,
  TakenBatchAnswerSchema,
} from './claim-wire.ts'

const ANSWER = answerOf('The claim.', ClaimAnswerSchema, { success: true, data: CLAIM_EXAMPLE })
const GONE = answerOf('It is over.', YesSchema, { success: true })
const CALL = { group: 'Properties', caller: 'operator', record: 'property' } as const

export const claimCalls = describeCalls({
  listClaims: {
    group: 'Properties',
    summary: 'Who reviews which listing',
    notes: 'Only claims that are alive by the clock of the server.',
    caller: 'operator',
    isTagged: true,
    answer: answerOf('The claims.', ClaimListSchema, { success: true, data: [CLAIM_EXAMPLE] }),
  },
  listDeciders: {
    group: 'Properties',
    summary: 'The people to whom a listing can be handed over',
    caller: 'operator',
    answer: answerOf('People by name.', DeciderListSchema, {
      success: true,
      data: [{ _id: CLAIM_EXAMPLE.personId, name: CLAIM_EXAMPLE.name }],
    }),
  },
  openClaim: {
    ...CALL,
    isWrite: true,
    summary: 'Claim a listing, or renew the own claim',
    notes: `For ${CLAIM_MINUTES} minutes. A claim never stops a decision. Another person's claim answers 409, with who has it in \`data\`.`,
    body: bodyOf(OpenClaimSchema, {}, { hasUnsavedText: false }),
    answer: ANSWER,
    refusals: ['claimed'],
  },
  leaveClaim: {
    ...CALL,
    isWrite: true,
    summary: 'Leave a listing',
    notes:
      'A hold stays. With If-Match, only the claim with this fence, so that a late call ends no newer claim. Succeeds if the claim is over.',
    answer: GONE,
    refusals: ['bad-if-match'],
  },
  holdClaim: {
    ...CALL,
    isWrite: true,
    summary: 'Hold a listing until a time',
    notes: `At most ${MOST_HOLD_DAYS} days. Claims the listing if nobody has. Stays after a sign-out of the device.`,
    body: bodyOf(HoldSchema, {}, { until: '2026-02-15T03:30:00.000Z', reason: 'Asked the owner' }),
    answer: ANSWER,
    refusals: ['claimed', 'bad-time'],
  },
  endHold: {
    ...CALL,
    isWrite: true,
    summary: 'Give a held listing back to the queue',
    notes: 'Also one that was handed over to the caller. Succeeds if the claim is over.',
    answer: GONE,
  },
  handOverClaim: {
    ...CALL,
    isWrite: true,
    summary: 'Hand a listing over to a person',
    notes: `For at most ${HAND_OVER_HOURS} hours. The person must be able to decide about listings.`,
    body: bodyOf(
      HandOverSchema,
      {},
      { personId: CLAIM_EXAMPLE.personId, note: CLAIM_EXAMPLE.note },
    ),
    answer: ANSWER,
    refusals: ['claimed', 'cannot-decide'],
  },
  takeOverClaim: {
    ...CALL,
    isWrite: true,
    summary: 'Take a listing from the person who has claimed it',
    notes:
      'Send it only after the caller has confirmed it. `fence` is that of the claim that they saw: if another person has the listing meanwhile, nothing is taken.',
    body: bodyOf(TakeOverSchema, {}, { fence: CLAIM_EXAMPLE.fence }),
    answer: ANSWER,
    refusals: ['claimed'],
  },
  takeBatch: {
    group: 'Properties',
    caller: 'operator',
    isWrite: true,
    summary: 'Reserve listings for the road',
    notes: `The first \`count\` of the named listings that nobody else has, at most ${MOST_CANDIDATES} of them named, for at most ${BATCH_HOURS.at(-1)} hours. A person has one batch at a time.`,
    body: bodyOf(
      TakeBatchSchema,
      {},
      { listingIds: [CLAIM_EXAMPLE.listingId], count: 10, hours: 4 },
    ),
    answer: answerOf('What was reserved.', TakenBatchAnswerSchema, {
      success: true,
      data: TAKEN_BATCH_EXAMPLE,
    }),
    refusals: ['has-batch', 'none-free'],
  },
  giveBatchBack: {
    group: 'Properties',
    caller: 'operator',
    isWrite: true,
    record: 'batch',
    summary: 'Give back what is left of a batch',
    notes: 'Succeeds if it is over.',
    answer: GONE,
  },
})
