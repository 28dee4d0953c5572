import type { VisitAnswer } from '#src/domain/visit/visit.ts'
import type { VisitPlace } from '#src/domain/visit/visit-place.ts'
import { useDraft } from '#src/session/use-draft.ts'

/** A visit that somebody has begun to record. */
export interface BegunVisit {
  /** By the id of the point, with its words as the visitor read them. */
  answers: Readonly<Record<string, { label: string; answer: VisitAnswer }>>
  note: string
  place: VisitPlace | null
  /** The id of the visit, under which its photos are kept; empty before the first of it was entered. */
  id: string
  /** When the first of it was entered, ISO 8601; empty before. */
  beganAt: string
}

const NOTHING: BegunVisit = { answers: {}, note: '', place: null, id: '', beganAt: '' }

export interface VisitDraftState {
  draft: BegunVisit
  isBegun: boolean
  change(part: Partial<Omit<BegunVisit, 'beganAt'>>): void
  clear(): void
}

/** The visit that this person has begun to record for a listing. It survives a reload and a crash of the page. */
export function useVisitDraft(listingId: string): VisitDraftState {
  const [draft, setDraft, clear] = useDraft(`visit ${listingId}`, NOTHING)
  return {
    draft,
    isBegun: draft.beganAt !== '',
    change: (part) =>
      setDraft((before) => ({
        ...before,
        ...part,
        beganAt: before.beganAt || new Date().toISOString(),
      })),
    clear,
  }
}
