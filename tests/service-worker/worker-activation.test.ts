import { expect, test } from 'vitest'
import {
  startWorkerLife,
  type WorkerEvent,
  type WorkerScope,
} from '#src/service-worker/worker-activation.ts'

/** A fake worker scope that records its calls. */
function createScope() {
  const listeners = new Map<string, (event: WorkerEvent) => void>()
  const asked: string[] = []
  const waitedFor: unknown[] = []
  const note = async (what: string) => {
    asked.push(what)
  }
  const scope: WorkerScope = {
    clients: { claim: () => note('claim') },
    skipWaiting: () => note('skip waiting'),
    addEventListener: (type, listener) => listeners.set(type, listener),
  }
  const happen = (type: string, data?: unknown) =>
    listeners.get(type)?.({ data, waitUntil: (work) => waitedFor.push(work) })
  return { scope, asked, waitedFor, happen, heardTypes: () => [...listeners.keys()] }
}

test('a new worker waits: it does nothing at installation', () => {
  const { scope, asked, heardTypes } = createScope()
  startWorkerLife(scope)
  expect(heardTypes()).not.toContain('install')
  expect(asked).toEqual([])
})

test('an activated worker claims open pages, and its activation waits for the claim', () => {
  const { scope, asked, waitedFor, happen } = createScope()
  startWorkerLife(scope)
  happen('activate')
  expect(asked).toEqual(['claim'])
  expect(waitedFor).toEqual([expect.any(Promise)])
})

test('a waiting worker activates on SKIP_WAITING, and on no other message', () => {
  const { scope, asked, happen } = createScope()
  startWorkerLife(scope)
  for (const data of [null, undefined, 'SKIP_WAITING', { type: 'CACHE_URLS' }]) {
    happen('message', data)
  }
  expect(asked).toEqual([])
  happen('message', { type: 'SKIP_WAITING' })
  expect(asked).toEqual(['skip waiting'])
})
