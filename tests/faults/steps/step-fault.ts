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

/** Each has the faults that are not those of the steps within. */
const FAULTS: Readonly<Record<StepKind, readonly StepFault[]>> = {
  answered: ['killed-after'],
  own: ['killed-before', 'killed-after', 'frozen-after'],
  // Not 'fails-after': what was done is not denied, once it is committed.
  whole: [
    'killed-before',
    'killed-after',
    'browser-killed',
    'frozen-after',
    'connection-broken',
    'fails',
  ],
  network: [
    'killed-before',
    'killed-during',
    'killed-after',
    'browser-killed',
    'frozen-during',
    'frozen-after',
    'fails',
    'fails-after',
  ],
  // Before a commit it is all one to the storage whether the tab dies alone.
  reading: ['killed-before', 'killed-after', 'frozen-after', 'fails'],
  writing: [
    'killed-before',
    'killed-during',
    'killed-after',
    'frozen-after',
    'connection-broken',
    'fails',
    'fails-after',
    'full',
  ],
  commit: [
    'killed-during',
    'killed-after',
    'browser-killed',
    'frozen-during',
    'frozen-after',
    'connection-broken',
    'connection-broken-after',
    'fails',
    'fails-after',
    'full',
  ],
}

export function faultsOf(kind: StepKind): readonly StepFault[] {
  return FAULTS[kind]
}
