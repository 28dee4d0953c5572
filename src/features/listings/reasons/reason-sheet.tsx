import { useState } from 'react'
import { displayName } from '#src/domain/text.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useSavedListing } from '#src/query-cache/use-seen-listing.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { ReasonFields } from './reason-fields.tsx'
import { reasonDraftOf, useReasonForm } from './use-reason-form.ts'
import { type Rejection, useRejection } from './use-rejection.ts'

/** Why a listing was rejected: a reason, a note, and whether the seller may try again. All of it can be skipped. */
export function ReasonSheet({ id, onClose }: ReasonSheetProps) {
  const { rejection, isLoading, isUnavailable } = useRejection(id, useSavedListing(id))
  const [last, setLast] = useState(rejection)
  if (rejection && rejection.key !== last?.key) setLast(rejection)
  // The form stays when another tab settles a conflict about the rejection, so that nothing typed is lost.
  const shown = rejection ?? last
  if (shown) {
    const isOver = rejection === null && !isLoading
    return <ReasonForm key={id} rejection={shown} isOver={isOver} onClose={onClose} />
  }
  return (
    <Sheet open title="Reason for the rejection" onClose={onClose}>
      {isLoading ? (
        <p role="status">Loading the rejection...</p>
      ) : (
        <Notice tone={isUnavailable ? 'caution' : 'neutral'}>
          {isUnavailable
            ? 'The server cannot be reached, and this device did not reject the property. Try again online.'
            : 'This property is not rejected, or it was rejected before reasons could be given.'}
        </Notice>
      )}
    </Sheet>
  )
}

export interface ReasonSheetProps {
  /** The listing's id. */
  id: string
  onClose: () => void
}

interface ReasonFormProps {
  rejection: Rejection
  /** Whether the listing is no longer rejected. */
  isOver: boolean
  onClose: () => void
}

function ReasonForm({ rejection, isOver, onClose }: ReasonFormProps) {
  const outbox = useOutbox()
  const { entityId, entityName, given } = rejection
  // By listing: "… anyway" gives the rejection another key.
  const form = useReasonForm(reasonDraftOf(entityId), given)
  /** With the code that it is about: another choice may mend it. */
  const [mistake, setMistake] = useState({ code: '', text: '' })
  const [isSaving, setSaving] = useState(false)
  const { reason, noteMistake } = form

  async function save() {
    const { code } = reason
    if (code === '') return setMistake({ code, text: 'Choose a reason, or skip this.' })
    if (noteMistake || isSaving) return
    setSaving(true)
    try {
      const { outcome } = await outbox.queueReason(rejection, reason)
      if (outcome === 'cancelled') return setMistake({ code, text: DECIDED_AGAIN })
      form.clear()
      onClose()
    } catch (error) {
      showNotSaved(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Sheet
      open
      title="Reason for the rejection"
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() => {
              form.clear()
              onClose()
            }}
          >
            Skip
          </Button>
          <Button variant="primary" busy={isSaving} onClick={() => void save()}>
            Save reason
          </Button>
        </>
      }
    >
      <ReasonFields
        form={form}
        listingIds={[entityId]}
        mistake={mistake.code === reason.code ? mistake.text : null}
        intro={<Intro name={displayName(entityName)} isOver={isOver} isGiven={given !== null} />}
        onSave={() => void save()}
      />
    </Sheet>
  )
}

const DECIDED_AGAIN = 'The property was decided again meanwhile, so nothing was saved.'

function Intro({ name, isOver, isGiven }: { name: string; isOver: boolean; isGiven: boolean }) {
  if (isOver)
    return (
      <Notice tone="caution">
        {`${name} was decided again meanwhile. What you typed stays here.`}
      </Notice>
    )
  const what = isGiven ? 'you can change its reason.' : 'a reason is optional.'
  return <p className="muted">{`${name} is rejected already; ${what}`}</p>
}
