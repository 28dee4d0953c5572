import * as v from 'valibot'
import { answerOf, type CallDescription } from '#server/call-description.ts'

export const healthCalls: readonly CallDescription[] = [
  {
    id: 'askHealth',
    method: 'GET',
    path: '/api/healthz',
    group: 'Server',
    summary: 'Whether the process is alive',
    caller: 'anyone',
    answer: answerOf('It is.', v.strictObject({ status: v.literal('ok') }), { status: 'ok' }),
  },
  {
    id: 'askReadiness',
    method: 'GET',
    path: '/api/readyz',
    group: 'Server',
    summary: 'Whether the server can work: its database answers and is up to date',
    caller: 'anyone',
    answer: answerOf('It can.', v.strictObject({ status: v.literal('ready') }), {
      status: 'ready',
    }),
    refusals: ['starting', 'closing', 'no-database', 'not-migrated'],
  },
]
