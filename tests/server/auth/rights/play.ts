import { begin, type HeldCall, type Hold, makeHolder } from './held-call.ts'
import type { Revocation } from './revocations.ts'
import { addCaller, type CallerOfCase, type Stage, startStage } from './stage.ts'
import { readStored } from './stored-state.ts'
import type { WritingCall } from './writing-call.ts'

export const HOLDS = ['body', 'write'] as const

interface Play {
  stage: Stage
  caller: CallerOfCase
  held: HeldCall
}

/** Starts the call and holds it; null if it cannot be held there, because it has no body or writes nothing. */
export async function play(route: string, call: WritingCall, hold: Hold): Promise<Play | null> {
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

/** What a call answers, and what it changed in the database and the files, if the revocation was answered during the hold. */
export async function playRevoked({ stage, caller, held }: Play, { revoke }: Revocation) {
  await revoke(stage, caller)
  await stage.beside.settle()
  const before = await readStored(stage)
  const { status, json } = await held.release()
  await stage.held.settle()
  return { before, after: await readStored(stage), refusal: { status, code: json['code'] } }
}
