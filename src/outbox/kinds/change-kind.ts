import type { ChangeAnswer, ChangeRequest } from '#src/api/change-call.ts'
import type { Change } from '#src/domain/change.ts'
import type { BatchFact } from '#src/domain/listing/change-batch.ts'
import type { AnswerVerdict, Attempt, AttemptCalls } from './answer-verdict.ts'
import type { ChangeDraft, Confirmed, FreshFields, Stuck, UnplacedChange } from './change-draft.ts'
import type { FieldChecks } from './field-checks.ts'

// What distinguishes one kind of change: its stored form, its merge rule, its sender and its reading of answers. The queue
// and the drain know no kind. A kind takes only its own changes and drafts; `kindOf` (kinds.ts) finds it by `entity`.

export interface ChangeKind<Kind extends Change = Change, Draft extends ChangeDraft = ChangeDraft> {
  form: StoredForm<Kind, Draft>
  merging: MergeRule<Kind, Draft>
  sending: Sender<Kind>
  reading: AnswerReading<Kind>
}

export interface StoredForm<Kind extends Change, Draft extends ChangeDraft> {
  /** The fields that a stored row of this kind has beside those of all kinds. */
  checks: FieldChecks
  /** Whether the change only says that something waits which is kept in another database. */
  isContentElsewhere?: boolean
  begin(fresh: FreshFields, draft: Draft, key: string): UnplacedChange
  /** The fields that a confirmation sets beside those of all kinds. */
  confirm?(confirmed: Confirmed): Partial<Kind>
}

export interface MergeRule<Kind extends Change, Draft extends ChangeDraft> {
  /** Whether the draft repeats the pending change. If no change is pending: whether it repeats the screen's state. */
  isAlreadyWanted(pending: Kind | null, draft: Draft): boolean
  /** Merges a draft into an unsent change of the same record; null when nothing is left to do. */
  fold(unsent: Kind, draft: Draft): Draft | null
  /** The unsent change with the result of `fold`. */
  refold(unsent: Kind, folded: Draft): Kind
  /** Those of the record's changes, oldest first, among which a draft may resolve one that needs a person. */
  listResolvable(earlier: readonly Kind[]): readonly Kind[]
  /** Merges a draft with a stuck change and the changes behind it; null when nothing is left to do. */
  foldStuck(stuck: Stuck<Kind>, draft: Draft): Draft | null
  /** "… anyway": the draft that insists on a change in conflict. Absent for a kind without conflicts. */
  insist?(change: Kind): Draft | null
  /** The draft with the server's id, once an earlier change of the record has got one. */
  withServersId?(draft: Draft, earlier: readonly Change[]): Draft
  /** The draft on the version that the person's own last change of the record has made. */
  onOwnVersion?(draft: Draft, last: Change): Draft
  /** Changes that accompany another one, as the reason of a rejection does. */
  companions?: CompanionRule
  /** The change as it was before its last fold; null when there is no earlier step. */
  stepBack?(change: Kind): Kind | null
  /** Whether there is nothing to send. */
  isNothing?(change: Kind): boolean
  /** The changes that lose their meaning with this one. */
  listMeaningless(all: readonly Change[], given: Kind): Change[]
  /** The next change of the record, after the one before it was discarded; null if it stays as it is. */
  afterDiscarded?(next: Kind, discarded: Change): Kind | null
  /** What taking a confirmed change back needs, once it has left the queue; null if nothing takes it back. */
  factOf?(change: Kind): BatchFact | null
  /** Whether a confirmation concerns only changes of its record, and not the person's others. */
  isOfRecordOnly: boolean
  /** Rebases a change onto the confirmed result of an earlier one. */
  rebase(change: Kind, acked: Change, confirmed: Confirmed): Kind
  /** Whether what confirms this change has already confirmed another, identical one. */
  isTaken?(all: readonly Change[], claimed: Kind, confirmed: Confirmed): boolean
}

export interface CompanionRule {
  /** The earlier changes of a record that a draft may merge with. */
  listMergeable(earlier: readonly Change[], draft: ChangeDraft): Change[]
  /** The earlier changes of a record that a draft removes. */
  listEnded(earlier: readonly Change[], draft: ChangeDraft): Change[]
  /** Whether a draft accompanies a change that is no longer this device's last one of the record. */
  isTooLate(earlier: readonly Change[], draft: ChangeDraft): boolean
  /** The companion of a change that has got a new key. */
  follow(companion: Change, key: string): Change
}

export interface Sender<Kind extends Change> {
  /** The one call that sends the change. Absent, or null, for a change that only pages send, by several calls. */
  requestOf?(change: Kind): ChangeRequest | null
  /** Whether a try takes several calls, which need the longest lease, although the worker sends it too. */
  isLong?(change: Kind): boolean
  /** How several changes are sent by one call, to a server that takes them together. */
  together?: JointCall<Kind>
  /** One attempt, if it is more than one call. */
  attempt?(change: Kind, calls: AttemptCalls): Promise<Attempt>
}

/** A call that sends several changes, each with its own key and its own answer. */
export interface JointCall<Kind extends Change> {
  /** How many changes one call takes. */
  most: number
  /** How many of a drain's calls in flight it counts as, so that a batch leaves room for others. */
  places: number
  /** Changes with the same name may be sent together; null for a change that is sent alone. */
  groupOf(change: Kind): string | null
  requestOf(changes: readonly Kind[]): ChangeRequest
}

export interface AnswerReading<Kind extends Change> {
  /** Whether a body is the record itself, even if it has a field `success`. */
  isRecord?(body: Record<string, unknown>): boolean
  /** Whether a success contains the changed record, which an intermediary does not know. */
  hasRecord(body: Record<string, unknown>): boolean
  /** The verdict on a 2xx that is not a refusal. */
  readSuccess(change: Kind, answer: ChangeAnswer): AnswerVerdict
  /** The verdict on a 412; null if the change compares no version. Absent for a kind that compares none. */
  readConflict?(change: Kind, answer: ChangeAnswer): AnswerVerdict | null
}
