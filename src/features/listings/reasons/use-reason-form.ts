import { type ChosenReason, MAX_NOTE } from '#src/domain/listing/rejection-reason.ts'
import { groupIndian } from '#src/domain/money.ts'
import { useReasons } from '#src/query-cache/use-reasons.ts'
import { useDraft } from '#src/session/use-draft.ts'

export interface ReasonDraft {
  /** Empty for none. */
  code: string
  note: string
  /** Null until the person chooses: then it is as usual for the reason. */
  changesNeeded: boolean | null
}

export const NO_REASON: ReasonDraft = { code: '', note: '', changesNeeded: null }

/** The draft's name for one listing: the same whether the listing is rejected already or not. */
export function reasonDraftOf(listingId: string): string {
  return `reason-${listingId}`
}

export type ReasonForm = ReturnType<typeof useReasonForm>

/** The form for a reason. What is typed stays in this tab until `clear`. */
export function useReasonForm(name: string, initial: ReasonDraft | null) {
  const read = useReasons()
  const [draft, setDraft, clear] = useDraft(name, initial ?? NO_REASON)
  const { code, note } = draft
  const chosen = read.value?.reasons.find((reason) => reason.code === code)
  const typed = note.trim()
  const changesNeeded = draft.changesNeeded ?? chosen?.changesNeeded ?? false
  const noteMistake =
    typed.length > MAX_NOTE
      ? `Shorten the note: it has ${groupIndian(typed.length)} of ${MAX_NOTE} characters.`
      : null
  const reason: ChosenReason = { code, note: typed, changesNeeded }
  return {
    read,
    draft,
    chosen,
    changesNeeded,
    noteMistake,
    /** What the form says, to be stored. */
    reason,
    change: (part: Partial<ReasonDraft>) => setDraft((now) => ({ ...now, ...part })),
    clear,
  }
}
