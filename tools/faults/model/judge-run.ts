import { judgeFloors, judgeHolds, judgeRepeats } from './call-rules.ts'
import { judgeAssignments, judgeClaims } from './desk-rules.ts'
import { judgeActors, judgeChains } from './effect-rules.ts'
import { judgePostings } from './posting-rules.ts'
import { judgeReasons } from './reason-rules.ts'
import type { RunRecord, Violation } from './run-record.ts'
import { judgeVisitPhotos } from './visit-rules.ts'
import { judgeLooks, judgeWords } from './word-rules.ts'

// Judges a run: compares the intents with the server's log. Imports nothing of the product. effect-rules.ts judges the
// effects, word-rules.ts the messages to people, call-rules.ts the requests, reason-rules.ts the reasons of rejections,
// posting-rules.ts the listings of sellers, desk-rules.ts assignments and claims, visit-rules.ts
// the photos of visits; run-record.ts is their input.

export function judgeRun(run: RunRecord): Violation[] {
  return [
    ...judgeChains(run),
    ...judgeActors(run),
    ...judgeWords(run),
    ...judgeFloors(run),
    ...judgeLooks(run),
    ...judgeRepeats(run),
    ...judgeHolds(run),
    ...judgeReasons(run),
    ...judgePostings(run),
    ...judgeAssignments(run),
    ...judgeClaims(run),
    ...judgeVisitPhotos(run),
    ...judgeLeft(run),
  ]
}

/** Returns a violation for each change that is still queued although nothing blocks it. */
function judgeLeft({ left }: RunRecord): Violation[] {
  const stuck = new Set(
    left
      .filter(({ state }) => state === 'parked' || state === 'conflict')
      .map(({ device, actorId, record }) => `${device} ${actorId} ${record}`),
  )
  return left
    .filter(({ state }) => state === 'waiting' || state === 'sending')
    .filter(({ device, actorId, record }) => !stuck.has(`${device} ${actorId} ${record}`))
    .map(({ device, record, state, message }) => ({
      rule: 'undrained',
      detail: `${device} ${record}: ${state}, ${message}`,
    }))
}
