import { useState } from 'react'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import type { AskedListing, ReasonQuestion } from '#src/outbox/reason-questions.ts'
import { useTypedText } from '#src/session/typed-text.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { ReasonFields } from './reason-fields.tsx'
import { reasonDraftOf, useReasonForm } from './use-reason-form.ts'

/**
 * Asks for the reason of a rejection before it counts: the decision and its reason are one change. One reason is for all of
 * several listings. Closing it decides nothing, and what was typed stays.
 */
export function ReasonQuestionSheet({ question }: { question: ReasonQuestion }) {
  const { listings, first: given, answer, cancel } = question
  const ids = listings.map(({ id }) => id)
  const [first = ''] = ids
  const form = useReasonForm(ids.length > 1 ? 'reason-of-several' : reasonDraftOf(first), given)
  const [isMissing, setMissing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const { reason, noteMistake } = form
  useTypedText(ids.length === 1 ? first : null, reason.note !== '')

  async function reject() {
    if (reason.code === '') return setMissing(true)
    if (noteMistake || isSaving) return
    setSaving(true)
    try {
      await answer(reason)
      form.clear()
    } catch (error) {
      showNotSaved(error)
      setSaving(false)
    }
  }

  return (
    <Sheet
      open
      hasUrl={false}
      title="Reason for the rejection"
      onClose={cancel}
      footer={
        <div className="row">
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="danger" busy={isSaving} onClick={() => void reject()}>
            {ids.length > 1 ? `Reject ${groupIndian(ids.length)}` : 'Reject'}
          </Button>
        </div>
      }
    >
      <ReasonFields
        form={form}
        listingIds={ids}
        mistake={
          isMissing && reason.code === ''
            ? 'Choose a reason: a rejection needs one. With Cancel, nothing is rejected.'
            : null
        }
        intro={<p className="muted">{introOf(listings)}</p>}
        onSave={() => void reject()}
      />
    </Sheet>
  )
}

function introOf(listings: readonly AskedListing[]): string {
  const [first] = listings
  if (listings.length === 1)
    return `${displayName(first?.name)} is rejected with the reason that you choose.`
  return `${groupIndian(listings.length)} properties are rejected, all with the reason that you choose.`
}
