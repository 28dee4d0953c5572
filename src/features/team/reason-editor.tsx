import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { RejectionReasonSchema } from '#src/domain/listing/reason-schemas.ts'
import { asksForChanges, VARIABLES_SHOWN } from '#src/domain/listing/reason-sentence.ts'
import {
  REASON_FIELDS,
  type ReasonField,
  type RejectionReason,
} from '#src/domain/listing/rejection-reason.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { useOpenedForm } from '#src/ui/form/use-opened-form.ts'

export const REASON_FIELD_LABELS: Record<ReasonField, string> = {
  title: 'Title',
  description: 'Description',
  price: 'Price',
  place: 'City and pincode',
  details: 'Details',
  photos: 'Photos',
  video: 'Video',
}

const EMPTY: RejectionReason = {
  code: '',
  label: '',
  sentence: '',
  field: null,
  changesNeeded: false,
  isActive: true,
}

/** Edits a reason. Keeps the typed text until the server has stored it. */
export function ReasonEditor({ reason, isSaving, onSave, onCancel }: ReasonEditorProps) {
  const formRef = useOpenedForm()
  const [draft, setDraft] = useState(reason ?? EMPTY)
  const [mistake, setMistake] = useState<Mistake | null>(null)
  /** Whether "Changes needed" was chosen; until then it follows the sentence of a new reason. */
  const [isChosen, setChosen] = useState(reason !== null)

  function change(part: Partial<RejectionReason>) {
    setDraft({ ...draft, ...part })
    setMistake(null)
  }

  function mistakeIn(field: string): string | null {
    return mistake?.field === field ? mistake.text : null
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    const read = v.safeParse(RejectionReasonSchema, draft)
    setMistake(read.success ? null : mistakeOf(read.issues[0]))
    if (read.success) await onSave({ ...read.output, changesNeeded: draft.changesNeeded })
  }

  return (
    <form ref={formRef} className="stack" noValidate onSubmit={submit}>
      <Field label="Label" hint="What reviewers choose." error={mistakeIn('label')}>
        {(input) => (
          <TextInput
            {...input}
            value={draft.label}
            onChange={({ target }) => change({ label: target.value })}
          />
        )}
      </Field>
      {reason === null && (
        <Field
          label="Code"
          hint="Small letters, digits and hyphens. It never changes."
          error={mistakeIn('code')}
        >
          {(input) => (
            <TextInput
              {...input}
              autoCapitalize="none"
              value={draft.code}
              onChange={({ target }) => change({ code: target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label="Sentence for the seller"
        hint={`Write ${VARIABLES_SHOWN} for the values of the listing.`}
        error={mistakeIn('sentence')}
      >
        {(input) => (
          <TextArea
            {...input}
            rows={2}
            value={draft.sentence}
            onChange={({ target: { value: sentence } }) =>
              change({
                sentence,
                ...(!isChosen && { changesNeeded: asksForChanges(sentence) }),
              })
            }
          />
        )}
      </Field>
      <Field label="Part of the listing">
        {(input) => (
          <Select
            {...input}
            value={draft.field ?? ''}
            onChange={({ target }) =>
              change({ field: REASON_FIELDS.find((one) => one === target.value) ?? null })
            }
          >
            <option value="">None</option>
            {REASON_FIELDS.map((one) => (
              <option key={one} value={one}>
                {REASON_FIELD_LABELS[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Switch
        label="Changes needed"
        hint="Switched on when a reviewer chooses this reason; the reviewer can switch it off."
        isOn={draft.changesNeeded}
        onSwitch={(changesNeeded) => {
          setChosen(true)
          change({ changesNeeded })
        }}
      />
      <div className="team-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          {reason ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  )
}

interface Mistake {
  /** The field of the reason that it is about. */
  field: string
  text: string
}

function mistakeOf({ path, message }: v.InferIssue<typeof RejectionReasonSchema>): Mistake {
  return { field: String(path?.[0].key ?? ''), text: message }
}

interface ReasonEditorProps {
  /** Null for a new reason. */
  reason: RejectionReason | null
  isSaving: boolean
  /** Called with a valid reason. */
  onSave: (reason: RejectionReason) => Promise<void>
  onCancel: () => void
}
