import type { StepKind } from './step-source.ts'

/** What may happen at a step. */
export type StepFault =
  /** The tab or the worker dies before it begins what it would wait for. */
  | 'killed-before'
  /** It has begun it, and dies before anything of it has run. */
  | 'killed-during'
  /** It has come to its end, and nobody goes on. */
  | 'killed-after'
  | 'browser-killed'
  /** For a minute nothing of the tab runs; another one may. */
  | 'frozen-during'
  | 'frozen-after'
  | 'connection-broken'
  | 'connection-broken-after'
  /** It is not even begun: the storage or the network refuses. */
  | 'fails'
  /** As 'fails', for want of room. */
  | 'full'
  /** It was done, or not; there is only an error. */
  | 'fails-after'

const KILLS = ['killed-before', 'killed-during', 'killed-after'] as const
const AROUND = ['killed-before', 'killed-after'] as const
const FREEZES = ['frozen-during', 'frozen-after'] as const
const FAILURES = ['fails', 'fails-after'] as const
const BREAKS = ['connection-broken', 'connection-broken-after'] as const

/** Each has the faults that are not those of the steps within. */
const FAULTS: Readonly<Record<StepKind, readonly StepFault[]>> = {
  answered: ['killed-after'],
  own: [...AROUND, 'frozen-after'],
  // Not 'fails-after': what was done is not denied, once it is committed.
  whole: [...AROUND, 'browser-killed', 'frozen-after', 'connection-broken', 'fails'],
  network: [...KILLS, 'browser-killed', ...FREEZES, ...FAILURES],
  // Before a commit it is all one to the storage whether the tab dies alone.
  reading: [...AROUND, 'frozen-after', 'fails'],
  writing: [...KILLS, 'frozen-after', 'connection-broken', ...FAILURES, 'full'],
  commit: [...KILLS.slice(1), 'browser-killed', ...FREEZES, ...BREAKS, ...FAILURES, 'full'],
}

export function faultsOf(kind: StepKind): readonly StepFault[] {
  return FAULTS[kind]
}
