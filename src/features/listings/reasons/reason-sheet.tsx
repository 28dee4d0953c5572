import { useState } from 'react'
import { MAX_NOTE } from '#src/domain/listing/rejection-reason.ts'
import { displayName } from '#src/domain/text.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useReasons } from '#src/query-cache/use-reasons.ts'
import { useSavedListing } from '#src/query-cache/use-seen-listing.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ReadNote } from '#src/ui/layout/read-note.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { ReasonChoices } from './reason-choices.tsx'
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

const NOTHING = { code: '', note: '', changesNeeded: false }

interface ReasonFormProps {
  rejection: Rejection
  /** Whether the listing is no longer rejected. */
  isOver: boolean
  onClose: () => void
}

function ReasonForm({ rejection, isOver, onClose }: ReasonFormProps) {
  const outbox = useOutbox()
  const read = useReasons()
  const { entityId, entityName, given } = rejection
  // By listing: "… anyway" gives the rejection another key.
  const [draft, setDraft, clearDraft] = useDraft(`reason-${entityId}`, given ?? NOTHING)
  const [mistake, setMistake] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { code, note, changesNeeded } = draft
  const noteMistake =
    note.trim().length > MAX_NOTE
      ? `Shorten the note: it has ${note.trim().length} of ${MAX_NOTE} characters.`
      : null

  async function save() {
    if (code === '') return setMistake('Choose a reason, or skip this.')
    if (noteMistake || isSaving) return
    setSaving(true)
    try {
      const reason = { code, note: note.trim(), changesNeeded }
      const { outcome } = await outbox.queueReason(rejection, reason)
      if (outcome === 'cancelled')
        return setMistake('The property was decided again meanwhile, so nothing was saved.')
      clearDraft()
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
        <div className="row">
          <Button
            onClick={() => {
              clearDraft()
              onClose()
            }}
          >
            Skip
          </Button>
          <Button variant="primary" busy={isSaving} onClick={() => void save()}>
            Save reason
          </Button>
        </div>
      }
    >
      <div className="stack">
        {isOver ? (
          <Notice tone="caution">
            {`${displayName(entityName)} was decided again meanwhile. What you typed stays here.`}
          </Notice>
        ) : (
          <p className="muted">
            {`${displayName(entityName)} is rejected already; a reason is optional.`}
          </p>
        )}
        {!read.value && <NoReasons read={read} />}
        <ReasonChoices
          reasons={read.value?.reasons ?? []}
          code={code}
          onChoose={(chosen) => {
            setDraft({ ...draft, code: chosen })
            setMistake(null)
          }}
          onSave={() => void save()}
        />
        <div role="status">
          <FieldError id="reason-mistake">{mistake}</FieldError>
        </div>
        <Field
          label="Note to the seller"
          hint="Optional. The seller reads it below the reason."
          error={noteMistake}
        >
          {(input) => (
            <TextArea
              {...input}
              rows={3}
              value={note}
              onChange={({ target }) => setDraft({ ...draft, note: target.value })}
            />
          )}
        </Field>
        <Switch
          label="Changes needed"
          hint="Invites the seller to correct the property and send it again."
          isOn={changesNeeded}
          onSwitch={(isOn) => setDraft({ ...draft, changesNeeded: isOn })}
        />
      </div>
    </Sheet>
  )
}

/** Why no reasons can be chosen: they are loading, or could not be loaded. */
function NoReasons({ read }: { read: ReturnType<typeof useReasons> }) {
  if (!read.failure) return <p role="status">Loading the reasons...</p>
  const freshness = findReadFreshness(read, Date.now())
  return <ReadNote {...freshness} what="the reasons" onRetry={read.refetch} />
}
