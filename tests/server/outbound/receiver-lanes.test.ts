import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { makeLanes } from '#server/outbound/receiver-lane-service.ts'

interface Task {
  receiver: number
  place: number
}

const LANES = 8

/** A queue of tasks by receiver. `end` ends the running task of a receiver. */
function makeQueue(tasks: readonly number[]) {
  const waiting: Task[] = tasks.map((receiver, place) => ({ receiver, place }))
  const served: Task[] = []
  const ends = new Map<number, () => void>()
  const background = makeBackgroundWork({ error: () => undefined, warn: () => undefined })
  let isStopping = false
  const fill = makeLanes<Task>(
    {
      most: LANES,
      mostMs: 60_000,
      async take(most, running) {
        const taken: Task[] = []
        const busy = new Set([...running].map(({ receiver }) => receiver))
        for (const task of [...waiting]) {
          if (taken.length === most || busy.has(task.receiver)) continue
          busy.add(task.receiver)
          taken.push(...waiting.splice(waiting.indexOf(task), 1))
        }
        return taken
      },
      serve(task) {
        served.push(task)
        if (task.receiver >= 0) return Promise.resolve()
        return new Promise((resolve) => ends.set(task.receiver, resolve))
      },
    },
    { start: background.start, isStopping: () => isStopping, onHang: () => undefined },
  )
  function stop() {
    isStopping = true
  }
  return { served, ends, fill, background, stop }
}

/** A negative number is a receiver that hangs. */
const receivers = fc.array(fc.integer({ min: -(LANES - 1), max: 20 }), { maxLength: 60 })

test('all tasks of healthy receivers are served in their order while as many others as there are lanes but one hang', async () => {
  await fc.assert(
    fc.asyncProperty(receivers, async (tasks) => {
      const { served, ends, fill, background } = makeQueue(tasks)
      await Promise.all([fill(), fill()])
      const healthy = tasks.filter((receiver) => receiver >= 0)
      while (served.filter(({ receiver }) => receiver >= 0).length < healthy.length)
        await new Promise(setImmediate)
      // Each hanging receiver has exactly its first task.
      const hanging = served.filter(({ receiver }) => receiver < 0)
      expect(new Set(hanging.map(({ receiver }) => receiver)).size).toBe(hanging.length)
      for (const receiver of new Set(tasks)) {
        const places = served.filter((task) => task.receiver === receiver).map(({ place }) => place)
        expect(places).toEqual([...places].sort((a, b) => a - b))
      }
      let isSettled = false
      void background.settle().then(() => {
        isSettled = true
      })
      while (!isSettled) {
        for (const end of ends.values()) end()
        await new Promise(setImmediate)
      }
      expect(served).toHaveLength(tasks.length)
    }),
    { numRuns: 200, examples: [[[-2, -2, 0, 20, 20]]] },
  )
})

test('after the stop, running tasks end and no other begins', async () => {
  const { served, ends, fill, background, stop } = makeQueue([-1, -1, 3])
  await fill()
  stop()
  ends.get(-1)?.()
  await background.settle()
  expect(served.map(({ receiver }) => receiver)).toEqual([-1, 3])
})
