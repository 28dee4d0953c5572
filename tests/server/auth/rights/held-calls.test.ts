// @module-tag long
import { describe, expect, test } from 'vitest'
import { ROUTE_RULES } from '#tests/server/auth/route-rules.ts'
import { begin, type HeldCall, type Hold, makeHolder } from './held-call.ts'
import { REVOCATIONS } from './revocations.ts'
import { addCaller, type CallerOfCase, type Stage, startStage } from './stage.ts'
import { readStored } from './stored-state.ts'
import type { WritingCall } from './writing-call.ts'
import { WRITING_CALLS } from './writing-calls.ts'

// After a revocation has been answered, nothing of the caller takes effect, although the call passed its guards before.
// auth-guard.test.ts checks that ROUTE_RULES has exactly the routes of the app.

test('every route that writes for a caller is played', () => {
  const writing = Object.entries(ROUTE_RULES)
    .filter(([route, rule]) => !route.startsWith('GET ') && rule !== 'open')
    .map(([route]) => route)
  expect(Object.keys(WRITING_CALLS).sort()).toEqual(writing.sort())
})

interface Play {
  stage: Stage
  caller: CallerOfCase
  held: HeldCall
}

/** Starts the call and holds it; null if it cannot be held there, because it has no body or writes nothing. */
async function play(route: string, call: WritingCall, hold: Hold): Promise<Play | null> {
  if (call.isRead && hold === 'write') return null
  const holder = makeHolder()
  const { plugin, beforeWrite } = holder
  const stage = await startStage({ ...call.server, plugins: [plugin], beforeWrite })
  const caller = await addCaller(stage.beside, call.caller)
  const prepared = await call.prepare(stage.beside, caller)
  if (hold === 'body' && prepared.body === undefined) return null
  await stage.beside.settle()
  const url = await stage.held.listen()
  const [method = ''] = route.split(' ')
  const { send, body } = begin(url, { method, token: caller.token, prepared })
  return { stage, caller, held: await holder.hold(hold, send, body) }
}

describe.each(Object.entries(WRITING_CALLS))('%s', (route, call) => {
  const revocations = Object.entries(REVOCATIONS).filter(
    ([, { of, concerns }]) => of.includes(call.caller) && concerns?.(call, route) !== false,
  )

  test.each(['body', 'write'] as const)('succeeds after a hold at its %s', async (hold) => {
    const played = await play(route, call, hold)
    if (!played) return
    const { stage, held } = played
    const before = await readStored(stage)
    expect(await held.release()).toMatchObject({ status: expect.toSatisfy((n) => n < 300) })
    await stage.held.settle()
    if (call.isRead) expect(await readStored(stage)).toEqual(before)
    else expect(await readStored(stage)).not.toEqual(before)
  })

  test.each(
    revocations.flatMap(([name, revocation]) =>
      (['body', 'write'] as const).map((hold) => ({ name, hold, ...revocation })),
    ),
  )('changes nothing if $name during a hold at its $hold', async ({ hold, revoke, refusal }) => {
    const played = call.isRead ? null : await play(route, call, hold)
    if (!played) return
    const { stage, caller, held } = played
    await revoke(stage, caller)
    await stage.beside.settle()
    const before = await readStored(stage)
    const { status, json } = await held.release()
    await stage.held.settle()
    expect(await readStored(stage)).toEqual(before)
    expect({ status, code: json['code'] }).toEqual(refusal)
  })
})
