import type { ContractCall } from '#tests/contract/contract-calls.ts'

/** What is looked at in a call. `effect`: whether the next read shows the change. */
export const ASPECTS = ['status', 'envelope', 'fields', 'effect', '401'] as const
export type Aspect = (typeof ASPECTS)[number]

export interface CallReport {
  call: ContractCall
  /** What is wrong with each aspect; one that was not looked at is missing. */
  flaws: Partial<Record<Aspect, readonly string[]>>
  /** Why the call itself was not made. */
  notTried: string | null
  /** What its backend's owner should know beside that. */
  notes: string[]
}

export type Verdict = 'holds' | 'does not hold' | 'not tried'

export function verdictOf({ flaws, notTried }: CallReport): Verdict {
  if (Object.values(flaws).some((list) => list.length > 0)) return 'does not hold'
  return notTried === null ? 'holds' : 'not tried'
}

export function reportNotTried(call: ContractCall, notTried: string): CallReport {
  return { call, flaws: {}, notTried, notes: [] }
}
