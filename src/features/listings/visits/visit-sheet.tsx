import './visits.css'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { formatDateTime } from '#src/domain/dates.ts'
import { makeOwnRecordId } from '#src/domain/id/own-record-id.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { MAX_VISIT_NOTE_CHARS } from '#src/domain/visit/visit.ts'
import { VisitSchema } from '#src/domain/visit/visit-schemas.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useTypedText } from '#src/session/typed-text.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import type { BegunVisit, VisitDraftState } from './use-visit-draft.ts'
import { VisitChecklist } from './visit-checklist.tsx'
import { VisitPlaceField } from './visit-place-field.tsx'

/** Records a visit to a property, also without a network. What was entered stays when the sheet is closed. */
export function VisitSheet({ listing, state, onClose }: VisitSheetProps) {
  const { draft, isBegun, change, clear } = state
  const outbox = useOutbox()
  const [mistake, setMistake] = useState<string | null>(null)
  const isBusy = useRef(false)
  useTypedText(listing.id, draft.note !== '')

  async function save() {
    const read = v.safeParse(VisitSchema, toVisit(draft))
    setMistake(read.success ? null : read.issues[0].message)
    if (!read.success || isBusy.current) return
    isBusy.current = true
    try {
      await outbox.queueVisit({ listing, visit: read.output })
      clear()
      onClose()
    } catch (error) {
      showNotSaved(error)
    } finally {
      isBusy.current = false
    }
  }

  function discard() {
    clear()
    onClose()
  }

  return (
    <Sheet
      open
      hasUrl={false}
      title="Record a visit"
      onClose={onClose}
      footer={
        <div className="row">
          {isBegun && (
            <Button variant="quiet" onClick={discard}>
              Discard
            </Button>
          )}
          <Button variant="primary" onClick={() => void save()}>
            Save visit
          </Button>
        </div>
      }
    >
      <div className="stack">
        <p className="muted">
          {`${displayName(listing.name)}. The team alone reads it, in the history.${sayBegin(draft)}`}
        </p>
        <VisitChecklist answers={draft.answers} onAnswers={(answers) => change({ answers })} />
        <Field label="Note" hint="What else you saw.">
          {(input) => (
            <TextArea
              {...input}
              maxLength={MAX_VISIT_NOTE_CHARS}
              value={draft.note}
              onChange={({ target }) => change({ note: target.value })}
            />
          )}
        </Field>
        <VisitPlaceField place={draft.place} onPlace={(place) => change({ place })} />
        <div role="status">
          <FieldError id="visit-mistake">{mistake}</FieldError>
        </div>
      </div>
    </Sheet>
  )
}

export interface VisitSheetProps {
  listing: Pick<Listing, 'id' | 'name'>
  state: VisitDraftState
  onClose: () => void
}

function toVisit({ answers, note, place, beganAt }: BegunVisit) {
  const now = new Date()
  return {
    id: makeOwnRecordId(now.getTime()),
    at: beganAt || now.toISOString(),
    answers: Object.entries(answers).map(([id, answered]) => ({ id, ...answered })),
    note,
    place,
  }
}

function sayBegin({ beganAt }: BegunVisit): string {
  return beganAt === '' ? '' : ` Begun on ${formatDateTime(beganAt)}.`
}
