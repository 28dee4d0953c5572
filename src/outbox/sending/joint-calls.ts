import * as v from 'valibot'
import { type ChangeAnswer, callChange } from '#src/api/change-call.ts'
import type { Change } from '#src/domain/change.ts'
import { codeOf } from '#src/outbox/kinds/answer-verdict.ts'
import { kindOf } from '#src/outbox/kinds/kinds.ts'

// The calls that send changes: one change, or several together. Each change keeps its key, its answer and its verdict.

const ANSWERS = v.looseObject({
  data: v.array(
    v.looseObject({ key: v.string(), status: v.number(), body: v.record(v.string(), v.unknown()) }),
  ),
})
const NO_ANSWER: ChangeAnswer = { status: null, body: null, isEmpty: false, retryAfterMs: null }

/** Divides changes into calls, in their order. `isTogether` is false for a server that takes changes one by one. */
export function groupForCalls(changes: readonly Change[], isTogether: boolean): Change[][] {
  const calls: Change[][] = []
  const open = new Map<string, Change[]>()
  for (const change of changes) {
    const { together } = kindOf(change).sending
    const group = isTogether ? (together?.groupOf(change) ?? null) : null
    const begun = group === null ? undefined : open.get(group)
    if (begun && begun.length < (together?.most ?? 1)) {
      begun.push(change)
      continue
    }
    const call = [change]
    calls.push(call)
    if (group !== null) open.set(group, call)
  }
  return calls
}

/** How many calls in flight a call counts as. */
export function countPlaces([first, ...others]: readonly Change[]): number {
  const joint = first && others.length > 0 ? kindOf(first).sending.together : undefined
  return joint?.places ?? 1
}

/** The calls from the front of `calls` that fit together into `room` places. */
export function takeFitting(calls: readonly Change[][], room: number): Change[][] {
  let left = room
  const end = calls.findIndex((call) => {
    left -= countPlaces(call)
    return left < 0
  })
  return end === -1 ? [...calls] : calls.slice(0, end)
}

/** Whether a change waits for others that one call sends with it, so that nobody waits for it alone. */
export function isSentTogether(change: Change): boolean {
  return (kindOf(change).sending.together?.groupOf(change) ?? null) !== null
}

/** Sends one change once. Network failures never throw. */
export function sendChange(change: Change, token: string): Promise<ChangeAnswer> {
  const request = kindOf(change).sending.requestOf?.(change)
  if (!request) throw new Error(`A page sends a ${change.entity} by several calls.`)
  return callChange(request, { key: change.isKeyed ? change.key : null, token })
}

/** Sends changes of one group once. The answer is about all of them; `readAnswers` divides it. */
export function sendTogether(changes: readonly Change[], token: string): Promise<ChangeAnswer> {
  const [first] = changes
  const joint = first && kindOf(first).sending.together
  if (!joint) throw new Error('These changes are sent one by one.')
  return callChange(joint.requestOf(changes), { key: null, token })
}

/** The answer to each change, in their order. An answer that has none about it, such as an error, is about every change. */
export function readAnswers(changes: readonly Change[], whole: ChangeAnswer): ChangeAnswer[] {
  if (whole.status === null || whole.status >= 300) return changes.map(() => whole)
  const read = v.safeParse(ANSWERS, whole.body)
  // A portal's page, or the answer to another call: what became of the changes is not known.
  if (!read.success) return changes.map(() => NO_ANSWER)
  const byKey = new Map(read.output.data.map((one) => [one.key, one]))
  return changes.map(({ key }) => {
    const own = byKey.get(key)
    if (!own) return NO_ANSWER
    const { status, body } = own
    return { status, body, isEmpty: false, retryAfterMs: null, echoedKey: key }
  })
}

/** Whether a server has no call for several changes: it is an earlier version of ours. */
export function isWithoutJointCalls({ status, body }: ChangeAnswer): boolean {
  if (status === 405) return true
  return status === 404 && (typeof body?.['success'] === 'boolean' || codeOf(body) !== null)
}
