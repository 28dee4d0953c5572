import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { ReasonListSchema } from '#src/domain/listing/reason-schemas.ts'
import { REASONS_EXAMPLE, ReasonListAnswerSchema } from './reason-wire.ts'

export const reasonCalls = describeCalls({
  listReasons: {
    group: 'Properties',
    summary: 'The reasons for rejections, in their order',
    notes: 'Retired reasons stay in the list for the listings that have them.',
    caller: 'operator',
    isTagged: true,
    answer: answerOf('The list.', ReasonListAnswerSchema, REASONS_EXAMPLE),
  },
  replaceReasons: {
    isWrite: true,
    group: 'Properties',
    summary: 'Replace the list of reasons',
    notes:
      'Send the `version` of the list that you changed as If-Match. A reason that was given before cannot be removed, only hidden (`isActive: false`).',
    caller: 'operator',
    body: bodyOf(
      ReasonListSchema,
      {
        reasons: 'The whole list, in its new order.',
        isReasonRequired:
          'Refuses rejections without a reason. Without this field, the rule stays as it is.',
      },
      {
        reasons: REASONS_EXAMPLE.data.map(({ isUsed: _, ...reason }) => reason),
        isReasonRequired: false,
      },
    ),
    answer: answerOf('The list as it is now.', ReasonListAnswerSchema, REASONS_EXAMPLE),
    refusals: ['bad-if-match', 'reason-used', 'list-changed'],
  },
})
