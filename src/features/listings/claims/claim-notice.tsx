import { useState } from 'react'
import { endHold, takeOverClaim } from '#src/api/team/claims-api.ts'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { describeClaim, nameHolder } from '#src/domain/claim/claim-words.ts'
import { useSession } from '#src/session/use-session.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useOthersClaim, useOwnClaim } from './use-claim.ts'
import { useClaimActs } from './use-claim-acts.ts'

/** In review mode: who reviews the listing or keeps it on purpose, and what can be done about it. */
export function ClaimNotice({ listingId, onNext }: ClaimNoticeProps) {
  const theirs = useOthersClaim(listingId)
  const own = useOwnClaim(listingId)
  if (theirs) return <TheirClaim claim={theirs} onNext={onNext} />
  return own && own.heldUntil !== null ? <OwnHold claim={own} /> : null
}

interface ClaimNoticeProps {
  listingId: string
  onNext: () => void
}

function TheirClaim({ claim, onNext }: { claim: ListingClaim; onNext: () => void }) {
  const readerId = useSession()?.account?.id
  const { act, isBusy, failure } = useClaimActs()
  const [isAsked, setAsked] = useState(false)
  const text = describeClaim(claim, Date.now(), readerId)
  return (
    <Notice
      tone="neutral"
      action={
        <div className="row">
          <Button size="small" busy={isBusy} onClick={() => setAsked(true)}>
            Take over
          </Button>
          <Button size="small" onClick={onNext}>
            Next
          </Button>
        </div>
      }
    >
      <span>{`${text}.`}</span>
      <FieldError id="take-over-failure">{failure}</FieldError>
      <ConfirmDialog
        open={isAsked}
        title={`${text}. Take it over?`}
        confirmLabel="Take over"
        onConfirm={() => {
          setAsked(false)
          void act(() => takeOverClaim(claim))
        }}
        onCancel={() => setAsked(false)}
      >
        <p>{`${nameHolder(claim)} will see that you have taken it.`}</p>
      </ConfirmDialog>
    </Notice>
  )
}

function OwnHold({ claim }: { claim: ListingClaim }) {
  const { act, isBusy, failure } = useClaimActs()
  return (
    <Notice
      tone="accent"
      action={
        <Button size="small" busy={isBusy} onClick={() => void act(() => endHold(claim.listingId))}>
          Give back
        </Button>
      }
    >
      <span>{`${describeClaim(claim, Date.now(), claim.personId)}.`}</span>
      <FieldError id="give-back-failure">{failure}</FieldError>
    </Notice>
  )
}
