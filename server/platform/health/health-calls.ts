import * as v from 'valibot'
import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'

export const healthCalls = describeCalls({
  askHealth: {
    group: 'Server',
    summary: 'Whether the process is alive',
    caller: 'anyone',
    answer: answerOf('It is.', v.strictObject({ status: v.literal('ok') }), { status: 'ok' }),
  },
  askReadiness: {
    group: 'Server',
    summary: 'Whether the server can serve requests: its database answers and is migrated',
    caller: 'anyone',
    answer: answerOf('It can.', v.strictObject({ status: v.literal('ready') }), {
      status: 'ready',
    }),
    refusals: ['starting', 'closing', 'no-database', 'not-migrated'],
  },
})
