import type { ContractCall } from '#tests/contract/contract-calls.ts'

/** The checked aspects of a call. `effect`: whether the next read shows the change. */
export const ASPECTS = ['status', 'envelope', 'fields', 'effect', '401'] as const
export type Aspect = (typeof ASPECTS)[number]

export interface CallReport {
  call: ContractCall
  /** The flaws of each aspect; an unchecked aspect is missing. */
  flaws: Partial<Record<Aspect, readonly string[]>>
  /** Why the call was not made; null if it was made. */
  notTried: string | null
  /** Further notes for the backend's owner. */
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
