import type { StepKind } from './step-source.ts'

/** The faults that can be injected at a step, which is an awaited operation. */
export type StepFault =
  /** The tab or worker dies before it starts the operation. */
  | 'killed-before'
  /** The tab or worker dies just after it has started the operation. */
  | 'killed-during'
  /** The tab or worker dies after the operation has ended, before the next code runs. */
  | 'killed-after'
  | 'browser-killed'
  /** The tab is frozen for a minute; other tabs run. */
  | 'frozen-during'
  | 'frozen-after'
  | 'connection-broken'
  | 'connection-broken-after'
  /** The storage or the network rejects the operation before it starts. */
  | 'fails'
  /** As 'fails', because the storage quota is exceeded. */
  | 'full'
  /** The operation ends, but the caller gets an error and cannot know whether it succeeded. */
  | 'fails-after'

const KILLS = ['killed-before', 'killed-during', 'killed-after'] as const
const AROUND = ['killed-before', 'killed-after'] as const
const FREEZES = ['frozen-during', 'frozen-after'] as const
const FAILURES = ['fails', 'fails-after'] as const
const BREAKS = ['connection-broken', 'connection-broken-after'] as const

/** The faults of each kind of step. A step that contains other steps lacks the faults that are injected at those. */
const FAULTS: Readonly<Record<StepKind, readonly StepFault[]>> = {
  answered: ['killed-after'],
  own: [...AROUND, 'frozen-after'],
  // Not 'fails-after': the store never reports an error after a commit.
  whole: [...AROUND, 'browser-killed', 'frozen-after', 'connection-broken', 'fails'],
  network: [...KILLS, 'browser-killed', ...FREEZES, ...FAILURES],
  // No 'browser-killed': before a commit, it leaves the same storage as the death of one tab.
  reading: [...AROUND, 'frozen-after', 'fails'],
  writing: [...KILLS, 'frozen-after', 'connection-broken', ...FAILURES, 'full'],
  commit: [...KILLS.slice(1), 'browser-killed', ...FREEZES, ...BREAKS, ...FAILURES, 'full'],
}

export function faultsOf(kind: StepKind): readonly StepFault[] {
  return FAULTS[kind]
}
