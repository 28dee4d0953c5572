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
import { useVisitPhotos } from './photos/use-visit-photos.ts'
import { VisitPhotosField } from './photos/visit-photos-field.tsx'
import type { BegunVisit, VisitDraftState } from './use-visit-draft.ts'
import { VisitChecklist } from './visit-checklist.tsx'
import { VisitPlaceField } from './visit-place-field.tsx'

/** Records a visit to a property, also without a network. What was entered stays when the sheet is closed. */
export function VisitSheet({ listing, state, onClose }: VisitSheetProps) {
  const { draft, isBegun, clear } = state
  const [freshId] = useState(() => makeOwnRecordId(Date.now()))
  const id = draft.id || freshId
  const photos = useVisitPhotos(listing.id, id)
  const change: VisitDraftState['change'] = (part) => state.change({ ...part, id })
  const outbox = useOutbox()
  const [mistake, setMistake] = useState<string | null>(null)
  const isBusy = useRef(false)
  useTypedText(listing.id, draft.note !== '')

  async function save() {
    const files = photos.photos.map((photo) => photo.id)
    const read = v.safeParse(VisitSchema, toVisit(draft, id, files))
    setMistake(read.success ? null : read.issues[0].message)
    if (!read.success || isBusy.current) return
    isBusy.current = true
    try {
      const { photos: _, ...visit } = read.output
      await outbox.queueVisit({ listing, visit, files })
      clear()
      onClose()
    } catch (error) {
      showNotSaved(error)
    } finally {
      isBusy.current = false
    }
  }

  function discard() {
    photos.removeAll().catch((error: unknown) => console.warn('Photos are still here.', error))
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
          <Button variant="primary" busy={photos.preparing > 0} onClick={() => void save()}>
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
        <VisitPhotosField
          state={photos}
          onChoose={(files) => {
            change({})
            void photos.choose(files)
          }}
        />
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

function toVisit(
  { answers, note, place, beganAt }: BegunVisit,
  id: string,
  files: readonly string[],
) {
  return {
    id,
    at: beganAt || new Date().toISOString(),
    answers: Object.entries(answers).map(([id, answered]) => ({ id, ...answered })),
    note,
    place,
    photos: files.map((file) => file.replaceAll('-', '')), // of this device, like ids of the server
  }
}

function sayBegin({ beganAt }: BegunVisit): string {
  return beganAt === '' ? '' : ` Begun on ${formatDateTime(beganAt)}.`
}
