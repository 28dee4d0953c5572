import { expect, test } from 'vitest'
import {
  startWorkerLife,
  type WorkerEvent,
  type WorkerScope,
} from '#src/service-worker/worker-activation.ts'

/** Starts a worker in a fake scope, which records its calls. */
function startWorker() {
  const listeners = new Map<string, (event: WorkerEvent) => void>()
  const asked: string[] = []
  const waitedFor: unknown[] = []
  const scope: WorkerScope = {
    clients: { claim: async () => void asked.push('claim') },
    skipWaiting: async () => void asked.push('skip waiting'),
    addEventListener: (type, listener) => listeners.set(type, listener),
  }
  startWorkerLife(scope)
  const happen = (type: string, data?: unknown) =>
    listeners.get(type)?.({ data, waitUntil: (work) => waitedFor.push(work) })
  return { asked, waitedFor, happen, heardTypes: [...listeners.keys()] }
}

test('a new worker waits: it does nothing at installation', () => {
  const { asked, heardTypes } = startWorker()
  expect(heardTypes).not.toContain('install')
  expect(asked).toEqual([])
})

test('an activated worker claims open pages, and its activation waits for the claim', () => {
  const { asked, waitedFor, happen } = startWorker()
  happen('activate')
  expect(asked).toEqual(['claim'])
  expect(waitedFor).toEqual([expect.any(Promise)])
})

test('a waiting worker activates on SKIP_WAITING, and on no other message', () => {
  const { asked, happen } = startWorker()
  for (const data of [null, undefined, 'SKIP_WAITING', { type: 'CACHE_URLS' }])
    happen('message', data)
  expect(asked).toEqual([])
  happen('message', { type: 'SKIP_WAITING' })
  expect(asked).toEqual(['skip waiting'])
})

test.each([
  [{ type: 'SKIP' }],
  [{ type: 'skip_waiting' }],
  [{ type: 'SKIP_WAITING ' }],
  [{ type: ['SKIP_WAITING'] }],
  [{ type: '' }],
  [{ type: 'SKIP_WAITING_LATER' }],
  [{ action: 'SKIP_WAITING' }],
  [{ data: { type: 'SKIP_WAITING' } }],
  [['SKIP_WAITING']],
  ['{"type":"SKIP_WAITING"}'],
  [true],
  [1],
  [{}],
])('a waiting worker goes on waiting after the message %j', (data) => {
  const { asked, happen } = startWorker()
  happen('message', data)
  expect(asked).toEqual([])
})
