import type { Change } from '#src/domain/change.ts'
import type { ChangeDraft } from './change-draft.ts'
import type { MergeRule } from './change-kind.ts'

/** The rule of a kind whose changes merge with no other: two calls to an owner are two, and so are two visits. */
export function mergeNothing<Kind extends Change, Draft extends ChangeDraft>(): MergeRule<
  Kind,
  Draft
> {
  return {
    isAlreadyWanted: () => false,
    fold: (_, draft) => draft,
    refold: (unsent) => unsent,
    listResolvable: () => [],
    foldStuck: (_, draft) => draft,
    companions: {
      listMergeable: () => [],
      listEnded: () => [],
      isTooLate: () => false,
      follow: (companion) => companion,
    },
    listMeaningless: () => [],
    isOfRecordOnly: true,
    rebase: (change) => change,
  }
}
