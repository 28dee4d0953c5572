import type { Step } from '#tests/faults/schedule.ts'
import { LISTINGS } from '#tests/faults/sim/sim-server.ts'

// What happens on the paths, in the words of the schedules: pick 0 is the first row of the screen.

type Happening = Step extends infer One
  ? One extends Step
    ? Omit<One, 'afterMs' | 'device'>
    : never
  : never

export function after(afterMs: number, happening: Happening): Step {
  return { afterMs, device: 0, ...happening }
}

export const SECOND = 1_000
export const approve = (pick: number): Happening => ({ kind: 'decide', pick, choice: 0 })
export const reject = (pick: number): Happening => ({ kind: 'decide', pick, choice: 1 })
/** Somebody at another desk decides about the listing that stands there on the screen: the newest is the first. */
export const otherHand = (pick: number, deed: 'rejected' | 'delete'): Happening => ({
  kind: 'other-hand',
  listing: LISTINGS - 1 - pick,
  deed,
})
export const refresh: Happening = { kind: 'refresh' }
export const look: Happening = { kind: 'look' }
export const createEvent: Happening = { kind: 'decide', pick: 0, choice: 0 }
export const editEvent: Happening = { kind: 'decide', pick: 0, choice: 1 }
export const lostCommits = (times: number): Happening => ({
  kind: 'storage-fault',
  fault: 'lost-commit-event',
  times,
  isReadToo: false,
})
export const weather = (is: 'fine' | 'down' | 'flaky' | 'busy' | 'repeating'): Happening => ({
  kind: 'weather',
  weather: is,
})
