// @module-tag long
import { expect, test } from 'vitest'
import { ROUTE_RULES } from '#tests/server/accounts/sign-in/route-rules.ts'
import { play, playRevoked } from './play.ts'
import { REVOCATIONS } from './revocations.ts'
import { WRITING_CALLS } from './writing-calls.ts'

// One hold and one revocation of each call; held-calls.test.ts plays all of them. auth-guard.test.ts checks that
// ROUTE_RULES has exactly the routes of the app.

test('every route that writes for a caller is played', () => {
  const writing = Object.entries(ROUTE_RULES)
    .filter(([route, rule]) => !route.startsWith('GET ') && rule !== 'open')
    .map(([route]) => route)
  expect(Object.keys(WRITING_CALLS).sort()).toEqual(writing.sort())
})

test.each(Object.entries(WRITING_CALLS))(
  '%s changes nothing if the right of its caller ends after its guards',
  async (route, call) => {
    const ends = Object.values(REVOCATIONS).find(({ of }) => of.includes(call.caller))
    const played = await play(route, call, call.isRead ? 'body' : 'first write')
    if (!ends || !played) throw new Error('no revocation concerns this call')
    const { before, after, refusal } = await playRevoked(played, ends)
    expect(after).toEqual(before)
    expect(refusal).toEqual(ends.refusal)
  },
)
