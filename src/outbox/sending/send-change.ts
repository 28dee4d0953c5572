import { type ChangeAnswer, callChange } from '#src/api/change-call.ts'
import type { Change } from '#src/domain/change.ts'
import { kindOf } from '#src/outbox/kinds/kinds.ts'

/** Sends one change once. Network failures never throw. */
export function sendChange(change: Change, token: string): Promise<ChangeAnswer> {
  const request = kindOf(change).sending.requestOf?.(change)
  if (!request) throw new Error(`A page sends a ${change.entity} by several calls.`)
  return callChange(request, { key: change.isKeyed ? change.key : null, token })
}
