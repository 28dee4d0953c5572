import { useQueryClient } from '@tanstack/react-query'
import type { ReasonList } from '#src/api/team/reasons-api.ts'
import type { SavedRead } from '#src/query-cache/cached-reads.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { REASONS } from '#src/query-cache/use-reasons.ts'
import { useReadParts } from '#src/query-cache/use-saved-read.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { listOffered } from './reason-choices.tsx'
import { NO_REASON, reasonDraftOf } from './use-reason-form.ts'

/**
 * Opens the reasons of a rejected listing with the reason at a place of the list chosen, counted from 1: one key less than
 * opening them and then choosing. Does nothing without a rejected listing, or without a reason at that place.
 */
export function useQuickReason(
  rejectedId: string | null,
  open: (listingId: string) => void,
): (place: number) => void {
  const client = useQueryClient()
  const { user } = useReadParts()
  const [, setDraft] = useDraft(reasonDraftOf(rejectedId ?? ''), NO_REASON)
  return (place) => {
    const key = savedReadKey(user.findUserId(), REASONS.name)
    const list = client.getQueryData<SavedRead<ReasonList>>(key)
    const reason = listOffered(list?.value.reasons ?? [])[place - 1]
    if (rejectedId === null || !reason) return
    setDraft((now) => ({ ...now, code: reason.code }))
    open(rejectedId)
  }
}
