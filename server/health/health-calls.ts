import * as v from 'valibot'
import { answerOf, type CallDescription } from '#server/call-description.ts'

export const healthCalls: readonly CallDescription[] = [
  {
    id: 'askHealth',
    method: 'GET',
    path: '/api/healthz',
    group: 'Server',
    summary: 'Whether the server and its database answer',
    caller: 'anyone',
    answer: answerOf('Both answer.', v.strictObject({ status: v.literal('ok') }), { status: 'ok' }),
  },
]
