import { textOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { CHANGE_STATE_PATTERN } from '#src/domain/live/change-notice.ts'

export const changeCalls = describeCalls({
  followChanges: {
    group: 'Panel',
    caller: 'operator',
    summary: 'Follow what changes in the lists, as Server-Sent Events',
    notes:
      'An event `change` has the state of the lists as its id and data, and says that a read would answer something new. An event `end` has the status of the refusal, once the session or the right ended. A comment arrives at least every 25 seconds.',
    query: [
      {
        name: 'since',
        in: 'query',
        required: false,
        description: 'The state that you have: without it, the first event has the present state.',
        schema: { type: 'string', pattern: CHANGE_STATE_PATTERN.source },
      },
    ],
    answer: textOf('The stream, which does not end by itself.', 'text/event-stream'),
    refusals: ['bad-cursor'],
  },
})
