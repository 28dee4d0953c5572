import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Arrived, readArrivingList } from '#src/api/arriving-list.ts'

const Rows = v.array(v.object({ id: v.number() }))

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('waiting for the network is no work: the first 100 rows are reported without a pause', async () => {
  vi.advanceTimersByTime(5_000) // longer than the time after which parsing pauses
  const text = JSON.stringify({
    success: true,
    meta: { total: 300 },
    data: Array.from({ length: 100 }, (_, id) => ({ id })),
  })
  const reports: Arrived<unknown[]>[] = []
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })
  const read = readArrivingList(body, Rows, (rows) => reports.push(rows))
  await setImmediate() // lets the stream pass, but no timer of a pause
  expect(reports).toMatchObject([{ count: 100, total: 300 }])
  await vi.runAllTimersAsync()
  expect((await read).rows).toHaveLength(100)
})
