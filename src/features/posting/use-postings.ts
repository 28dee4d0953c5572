import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { actOnPosting, deletePosting, readPostings } from '#src/api/posting/posting-api.ts'
import { makeRecordKey } from '#src/api/record-key.ts'
import type { PostingAction } from '#src/domain/posting/posting-state.ts'
import { usePageUploads } from '#src/outbox/kinds/posting/files/use-uploads.ts'
import type { UnsentListings } from '#src/outbox/kinds/posting/unsent-listings.ts'
import { useUnsentListings } from '#src/outbox/kinds/posting/use-unsent-listings.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { OWN_LISTINGS_READ, savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useNow } from '#src/ui/use-now.ts'
import { mergeUnsent } from './unsent-summary.ts'

export interface PressedAction {
  id: string
  /** `discard` deletes only this device's unsent version. */
  action: Exclude<PostingAction, 'edit' | 'submit'> | 'discard'
}

/** Returns a function that invalidates the list, so that it is requested again: at once, or when it is next shown. */
export function useStalePostings(): () => void {
  const client = useQueryClient()
  const userId = useUserId()
  return () => void client.invalidateQueries({ queryKey: savedReadKey(userId, OWN_LISTINGS_READ) })
}

/** The signed-in person's listings, from the server and from this device, and the actions on them. */
export function usePostings() {
  const userId = useUserId()
  const readAgain = useStalePostings()
  const read = useSavedRead({ name: OWN_LISTINGS_READ, read: readPostings })
  const unsent = useUnsentListings()
  const listings = usePageUploads().listingsOf(userId)
  const acting = useMutation({
    async mutationFn({ id, action }: PressedAction) {
      if (action === 'discard') await listings.discard(id)
      else if (action === 'delete') await deleteEverywhere(listings, id)
      else await actOnPosting(id, action, makeRecordKey())
    },
    // Reload after a refusal too: the list may be out of date.
    onSettled: readAgain,
    networkMode: 'always',
  })
  const list = useMemo(
    () => unsent && mergeUnsent(read.value?.postings ?? [], unsent),
    [read.value, unsent],
  )
  return {
    list,
    isKnown: read.value !== undefined,
    isLoading: read.isLoading,
    usualWaitMinutes: read.value?.usualWaitMinutes ?? null,
    freshness: findReadFreshness(read, useNow()),
    actionFailure: acting.error && describeOnlineFailure(acting.error),
    isBusy: acting.isPending,
    act: (pressed: PressedAction) => acting.mutate(pressed),
    refetch: read.refetch,
  }
}

/** Deletes a listing on the server (unless only this device has it) and afterwards on this device. @throws ApiError */
async function deleteEverywhere(listings: UnsentListings, id: string): Promise<void> {
  const row = await listings.find(id)
  const isOnServer = row === null || row.version !== null
  if (isOnServer) await deletePosting(id).catch(orMissing)
  await listings.discard(id)
}

/** Ignores a 404: another device has deleted the listing before. */
function orMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
