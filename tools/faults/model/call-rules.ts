import type { SeenCall } from '#tools/faults/sim/sim-call.ts'
import type { Disturbance, RunRecord, Violation } from './run-record.ts'

// Rules for the requests of devices: no retry too early, no change sent twice at once or again after its success, and
// no call while the device works offline on purpose.

/** A device must not retry before the end of Retry-After, unless a fault on the device made it forget this time. */
export function judgeFloors({ calls, disturbances }: RunRecord): Violation[] {
  const violations: Violation[] = []
  for (const call of calls) {
    const { floor, key, device } = call
    if (!floor || key === null) continue
    const isForgotten = disturbances.some((one) => {
      if (one.device !== device) return false
      if (one.kind === 'restless-clock') return true
      // After its clock was set, the device cannot know how much of the wait is left or whether a request is in flight.
      if (one.kind === 'clock') return one.at >= call.at
      return one.at >= floor.heardAt && one.at <= floor.heardAt + WRITING_MS
    })
    const early = calls.find(
      (next) =>
        next.key === key &&
        next.device === device &&
        next.at > floor.heardAt &&
        next.at < floor.until - FLOOR_SLACK_MS,
    )
    if (early && !isForgotten)
      violations.push({
        rule: 'too-early',
        detail: `${call.method} ${call.path}: again ${floor.until - early.at} ms before it was allowed`,
      })
  }
  return violations
}

/** A change must not be in flight twice, nor sent again after its success, unless a fault hid this from the device. */
export function judgeRepeats(run: RunRecord): Violation[] {
  const violations: Violation[] = []
  const keyed = run.calls.filter(({ key }) => key !== null)
  for (const call of keyed) {
    const end = Math.min(call.endedAt ?? Number.POSITIVE_INFINITY, call.at + LONGEST_CALL_MS)
    const own = keyed.filter(({ key, device }) => key === call.key && device === call.device)
    const during = own.find(({ at }) => at > call.at && at < end)
    if (during && !isDisturbed(run, call, during.at))
      violations.push({
        rule: 'crowded',
        detail: `${call.method} ${call.path}: sent twice at once`,
      })
    const isYes = call.heardStatus === 200 && end === call.endedAt
    const after = isYes ? own.find(({ at }) => at > end) : undefined
    if (after && !isDisturbed(run, call, end + WRITING_MS))
      violations.push({ rule: 'resent', detail: `${call.method} ${call.path}: sent after its yes` })
  }
  return violations
}

/** While "Work offline" is on, a device sends only changes that it had claimed before. */
export function judgeHolds({ calls, holds, disturbances }: RunRecord): Violation[] {
  const violations: Violation[] = []
  for (const { device, from, until } of holds) {
    // After the clock was set, the device cannot know the age of a claim.
    const isClockSet = disturbances.some((one) => one.device === device && isOfClock(one.kind))
    const call = calls.find(
      (one) =>
        one.device === device &&
        one.key !== null &&
        one.at > from + LONGEST_CLAIM_MS &&
        one.at < (until ?? Number.POSITIVE_INFINITY),
    )
    if (call && !isClockSet)
      violations.push({
        rule: 'not-held-back',
        detail: `${call.method} ${call.path}: ${call.at - from} ms after it was held back`,
      })
  }
  return violations
}

function isOfClock(kind: Disturbance['kind']): boolean {
  return kind === 'clock' || kind === 'restless-clock'
}

/** Whether a tab died or data was lost between the call and `until`, or the device's clock was ever set. */
function isDisturbed({ disturbances }: RunRecord, call: SeenCall, until: number): boolean {
  return disturbances.some(({ device, at, kind }) => {
    if (device !== call.device) return false
    return kind === 'clock' || (at >= call.at && at <= until)
  })
}

const LONGEST_CLAIM_MS = 40_000 // a tab that was frozen may still send a claimed change for this long
const LONGEST_CALL_MS = 30_000 // the timeout of each try
const WRITING_MS = 50 // time to store an answer; until then, the tab may die or the storage may fail
const FLOOR_SLACK_MS = 5 // tolerance for rounded times
