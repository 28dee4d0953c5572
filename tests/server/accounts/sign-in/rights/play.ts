import { afterEach, beforeEach, vi } from 'vitest'
import type { LimitedKind } from '#server/platform/limits/limit-table.ts'
import { COUNTED_CALLS } from '#server/platform/limits/route-limits.ts'
import { begin, type HeldCall, type Hold, makeHolder } from './held-call.ts'
import type { Revocation } from './revocations.ts'
import { addCaller, type CallerOfCase, type Stage, startStage } from './stage.ts'
import { readStored } from './stored-state.ts'
import type { WritingCall } from './writing-call.ts'

export const HOLDS: readonly Hold[] = ['body', 'first write', 'second write']

interface Play {
  stage: Stage
  caller: CallerOfCase
  held: HeldCall
  countedAs: LimitedKind | undefined
}

/**
 * Call once per file that plays calls. An upload's lease is renewed every second while a photo is read: on a slow machine,
 * that transaction would be held instead of the call's own.
 */
export function stopRenewals(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())
}

/** Starts the call and holds it; null if it cannot be held there, because it has no body or no such transaction. */
export async function play(route: string, call: WritingCall, hold: Hold): Promise<Play | null> {
  if (call.isRead && hold !== 'body') return null
  if (call.hasOneWrite && hold === 'second write') return null
  const holder = makeHolder()
  const { plugin, beforeWrite } = holder
  const stage = await startStage({ ...call.server, plugins: [plugin], beforeWrite })
  const caller = await addCaller(stage.beside, call.caller)
  const prepared = await call.prepare(stage.beside, caller)
  if (hold === 'body' && prepared.body === undefined) return null
  await stage.beside.settle()
  await noteUse(stage)
  const url = await stage.held.listen()
  const [method = ''] = route.split(' ')
  const { send, body } = begin(url, { method, token: caller.token, prepared })
  const held = await holder.hold({ hold, countsFirst: route in COUNTED_CALLS }, send, body)
  return held && { stage, caller, held, countedAs: COUNTED_CALLS[route] }
}

/** Everybody was just seen, so no transaction of a call notes that. */
async function noteUse({ beside: { db, clock } }: Stage): Promise<void> {
  const now = clock.now().toISOString()
  await db.updateTable('sessions').set({ last_seen_at: now }).execute()
  await db.updateTable('api_keys').set({ last_used_at: now }).execute()
}

/** What a call answers, and what it changed in the database and the files, if the revocation was answered during the hold. */
export async function playRevoked(
  { stage, caller, held, countedAs }: Play,
  { revoke }: Revocation,
) {
  await revoke(stage, caller)
  await stage.beside.settle()
  const before = await readStored(stage, countedAs)
  const { status, json } = await held.release()
  await stage.held.settle()
  return {
    before,
    after: await readStored(stage, countedAs),
    refusal: { status, code: json['code'] },
  }
}
