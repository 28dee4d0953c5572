import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLAIM_MINUTES, HAND_OVER_HOURS } from '#src/domain/claim/claim.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'
import {
  claimOf,
  giveBack,
  handOver,
  hold,
  leave,
  listClaims,
  open,
  takeOver,
} from './claim-calls.ts'

// Any history of acts of three people about one listing, compared after each step with a claim as it is told in words.

const MINUTE_MS = 60_000
const LEASE_MS = CLAIM_MINUTES * MINUTE_MS
const HAND_OVER_MS = HAND_OVER_HOURS * 60 * MINUTE_MS
const FIRST = 11 // the number of the first listing
const PLAY_MS = 120_000 // some 400 acts and their lists, on a busy machine
const PEOPLE = ['owner', 'reviewer', 'operator'] as const
const HISTORIES = 25 // each about a listing of its own

interface Told {
  person: number
  fence: number
  until: number
  heldUntil: number
}

const person = fc.nat({ max: PEOPLE.length - 1 })
const act = fc.oneof(
  fc.record({
    kind: fc.constantFrom('open', 'leave', 'giveBack', 'decide', 'takeOver', 'takeOld'),
    by: person,
  }),
  fc.record({ kind: fc.constant('hold'), by: person, minutes: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('handOver'), by: person, to: person }),
  fc.record({
    kind: fc.constant('wait'),
    by: fc.constant(0),
    minutes: fc.integer({ min: 1, max: 12 }),
  }),
) as fc.Arbitrary<{ kind: string; by: number; minutes?: number; to?: number }>

test(
  'any history of acts leaves the claim that the words of the decision say',
  async () => {
    const listings = Array.from({ length: HISTORIES }, (_, index) => makeListing(FIRST + index))
    const server = await startServerForTest({ seed: makeMarket({ listings }) })
    await server.signInAs('owner')
    await server.signInAs('reviewer')
    const emails = ['owner@team.example', 'reviewer@team.example', server.operator.email]
    const ids = await Promise.all(emails.map((email) => server.findAccountId(email)))
    let played = 0
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        const listingId = idOf(FIRST + (played % HISTORIES))
        played += 1
        await server.db.deleteFrom('claims').execute()
        const tokens = await Promise.all(emails.map((email) => server.signIn({ email })))
        let told = null as Told | null
        let fence = 0
        let status = 'pending'
        for (const { kind, by, minutes = 0, to = 0 } of acts) {
          const nowMs = server.clock.now().getTime()
          if (told && told.until <= nowMs) told = null
          const isMine = told?.person === by
          const isTheirs = told !== null && !isMine
          const token = tokens[by] ?? ''
          /** A claim of the person: the own one goes on, a free listing gets the next fence. */
          const opened = (): Told => {
            const own = isMine ? told : null
            if (!own) fence += 1
            const heldUntil = own && own.heldUntil > nowMs ? own.heldUntil : 0
            return {
              person: by,
              fence,
              heldUntil,
              until: Math.max(nowMs + LEASE_MS, own?.until ?? 0),
            }
          }
          let answer: { status: number } = { status: 200 }
          let wanted = isTheirs ? 409 : 200
          if (kind === 'wait') {
            server.clock.advance(minutes * MINUTE_MS)
            wanted = 200
          } else if (kind === 'open') {
            answer = await open(server, token, listingId)
            if (!isTheirs) told = opened()
          } else if (kind === 'leave') {
            answer = await leave(server, token, listingId)
            wanted = 200
            if (told && isMine) told = { ...told, until: Math.max(nowMs, told.heldUntil) }
          } else if (kind === 'giveBack') {
            answer = await giveBack(server, token, listingId)
            wanted = 200
            if (isMine) told = null
          } else if (kind === 'hold') {
            const until = nowMs + minutes * MINUTE_MS
            answer = await hold(server, token, listingId, new Date(until))
            if (!isTheirs)
              told = { ...opened(), heldUntil: until, until: Math.max(until, nowMs + LEASE_MS) }
          } else if (kind === 'handOver') {
            if (to === by) continue
            answer = await handOver(server, token, listingId, ids[to] ?? '')
            if (!isTheirs) {
              opened()
              fence += 1
              told = {
                person: to,
                fence,
                heldUntil: nowMs + HAND_OVER_MS,
                until: nowMs + HAND_OVER_MS,
              }
            }
          } else if (kind === 'takeOver' || kind === 'takeOld') {
            const seen = Math.max(1, kind === 'takeOver' ? fence : fence - 1)
            const isSeen = told !== null && told.fence === seen
            answer = await takeOver(server, token, listingId, seen)
            if (isTheirs && isSeen) {
              fence += 1
              told = { person: by, fence, heldUntil: 0, until: nowMs + LEASE_MS }
              wanted = 200
            } else if (!isTheirs) told = opened()
          } else {
            status = status === 'approved' ? 'rejected' : 'approved'
            const path = `/api/admin/properties/${listingId}/status`
            answer = await call(server, 'PATCH', path, { token, body: { status } })
            wanted = 200 // a claim never stops a decision
            told = null
          }
          expect(answer.status, kind).toBe(wanted)
          const at = server.clock.now().getTime()
          const alive: Told | null = told !== null && told.until > at ? told : null
          const listed = await listClaims(server, tokens[0] ?? '')
          expect(
            listed.map((one) => [one.personId, one.fence, Date.parse(one.until)]),
            JSON.stringify({ kind, by }),
          ).toEqual(alive ? [[ids[alive.person], alive.fence, alive.until]] : [])
          if (kind === 'open' && wanted === 200) expect(claimOf(answer as never).fence).toBe(fence)
        }
      }),
      { numRuns: HISTORIES },
    )
  },
  PLAY_MS,
)
