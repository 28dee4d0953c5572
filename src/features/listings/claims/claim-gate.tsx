import { useEffect, useMemo } from 'react'
import { askAllTheSame } from '#src/domain/claim/claim-words.ts'
import { findRoadBatch } from '#src/domain/claim/road-batch.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { CLAIMS, useClaims } from '#src/query-cache/use-claims.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { useSession } from '#src/session/use-session.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useClaimsState } from './use-claim.ts'

/** Reads who reviews which listing, and asks before a decision about one of theirs. Mounted once, over all screens. */
export function ClaimGate() {
  const { claims } = useOutbox()
  const known = useClaims(useNow())
  const readerId = useSession()?.account?.id
  const { question } = useClaimsState()
  const { value, failure } = useSavedRead(CLAIMS)
  // The own batch is shown whatever the age of its copy: on the road, nothing newer can be read.
  const road = useMemo(() => {
    if (!value) return failure ? null : undefined
    return findRoadBatch(value, readerId)
  }, [value, failure, readerId])
  useEffect(() => {
    // Without an account, no claim is known to be another's.
    claims.setClaims(readerId === undefined ? [] : known.values(), readerId, road)
  }, [claims, known, readerId, road])
  useEffect(
    () => () => {
      claims.get().question?.answer(false)
      claims.setClaims([], undefined)
    },
    [claims],
  )
  return (
    <ConfirmDialog
      open={question !== null}
      title={question ? askAllTheSame(question.claim, Date.now()) : ''}
      confirmLabel="Decide"
      onConfirm={() => question?.answer(true)}
      onCancel={() => question?.answer(false)}
    />
  )
}
