// @module-tag long
import { describe, expect, test } from 'vitest'
import { HOLDS, play, playRevoked, stopRenewals } from './play.ts'
import { REVOCATIONS } from './revocations.ts'
import { readStored } from './stored-state.ts'
import { WRITING_CALLS } from './writing-calls.ts'

// After a revocation has been answered, nothing of the caller takes effect, although the call passed its guards before.

stopRenewals()

describe.each(Object.entries(WRITING_CALLS))('%s', (route, call) => {
  const revocations = Object.entries(REVOCATIONS).filter(
    ([, { of, concerns }]) => of.includes(call.caller) && concerns?.(call, route) !== false,
  )

  test.each(HOLDS)('succeeds after a hold at its %s', async (hold) => {
    const played = await play(route, call, hold)
    if (!played) return
    const { stage, held, countedAs } = played
    const before = await readStored(stage, countedAs)
    expect(await held.release()).toMatchObject({ status: expect.toSatisfy((n) => n < 300) })
    await stage.held.settle()
    if (call.isRead) expect(await readStored(stage, countedAs)).toEqual(before)
    else expect(await readStored(stage, countedAs)).not.toEqual(before)
  })

  test.each(
    revocations.flatMap(([name, revocation]) => HOLDS.map((hold) => ({ name, hold, revocation }))),
  )('changes nothing if $name during a hold at its $hold', async ({ hold, revocation }) => {
    const played = await play(route, call, hold)
    if (!played) return
    const { before, after, refusal } = await playRevoked(played, revocation)
    expect(after).toEqual(before)
    expect(refusal).toEqual(revocation.refusal)
  })
})
