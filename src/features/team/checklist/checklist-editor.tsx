import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { makeOwnRecordId } from '#src/domain/id/own-record-id.ts'
import type { ChecklistItem } from '#src/domain/visit/checklist.ts'
import { ChecklistItemSchema } from '#src/domain/visit/visit-schemas.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { useOpenedForm } from '#src/ui/form/use-opened-form.ts'

/** Edits a point of the checklist. Keeps the typed text until the server has stored it. */
export function ChecklistEditor({ item, isSaving, onSave, onCancel }: EditorProps) {
  const formRef = useOpenedForm()
  const [label, setLabel] = useState(item?.label ?? '')
  const [mistake, setMistake] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    const before = item ?? { id: makeOwnRecordId(Date.now()), isActive: true }
    const read = v.safeParse(ChecklistItemSchema, { ...before, label })
    setMistake(read.success ? null : read.issues[0].message)
    if (read.success) await onSave(read.output)
  }

  return (
    <form ref={formRef} className="stack" noValidate onSubmit={submit}>
      <Field label="Point" hint="Answered with yes, no or not seen." error={mistake}>
        {(input) => (
          <TextInput
            {...input}
            value={label}
            onChange={({ target }) => {
              setLabel(target.value)
              setMistake(null)
            }}
          />
        )}
      </Field>
      <div className="team-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          {item ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  )
}

interface EditorProps {
  /** Null for a new point. */
  item: ChecklistItem | null
  isSaving: boolean
  /** Called with a valid point. */
  onSave: (item: ChecklistItem) => Promise<void>
  onCancel: () => void
}
