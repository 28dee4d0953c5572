import type { PostingChange } from '#src/domain/change.ts'
import { noAnswer } from '../answer-verdict.ts'
import type { PostingTicket } from '../change-draft.ts'
import type { ChangeKind } from '../change-kind.ts'
import { isOneOf, isRow } from '../field-checks.ts'

const isAction = isOneOf(['save', 'submit'])

/**
 * A listing that its owner has written. It is sent as it is when its turn comes, by code that only pages load
 * (posting-attempt.ts): the worker knows no more than this.
 */
export const POSTING_KIND: ChangeKind<PostingChange, PostingTicket> = {
  form: {
    checks: { action: (action) => isRow(action) && isAction(action['kind']) },
    isContentElsewhere: true,
    begin: (fresh, { entity, entityId, action }) => ({ ...fresh, entity, entityId, action }),
  },
  merging: {
    // A change that is being sent may have sent an earlier text.
    isAlreadyWanted: (pending, { action }) =>
      pending?.state === 'waiting' && pending.action.kind === action.kind,
    fold: (_, draft) => draft,
    refold: (unsent, { entityName, action }) => ({ ...unsent, entityName, action }),
    // Each of them sends the listing as it is.
    listResolvable: (earlier) => earlier,
    foldStuck: (_, draft) => draft,
    listMeaningless: () => [],
    isOfRecordOnly: true,
    rebase: (change) => change,
  },
  sending: {},
  // Its answers are read by the calls that send it.
  reading: { hasRecord: () => false, readSuccess: () => noAnswer() },
}
