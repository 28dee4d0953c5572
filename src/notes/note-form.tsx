import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import * as v from 'valibot'
import { MAX_TEAM_NOTE_CHARS } from '#src/domain/note/note.ts'
import { NoteTextSchema } from '#src/domain/note/note-schemas.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'

const SAYS_LEFT = 200 // characters; earlier, a number only distracts

/** A text field for a note. The text is the caller's, which keeps it over a reload. */
export function NoteForm({ label, hint, text, onText, onSave, ref, ...rest }: NoteFormProps) {
  const [error, setError] = useState<string | null>(null)
  const left = MAX_TEAM_NOTE_CHARS - text.length

  function save() {
    const read = v.safeParse(NoteTextSchema, text)
    setError(read.success ? null : read.issues[0].message)
    if (read.success) onSave(read.output)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }

  return (
    <div className="note-form">
      <Field
        label={label}
        hint={left <= SAYS_LEFT ? `${left} characters left.` : hint}
        error={error}
      >
        {(input) => (
          <TextArea
            {...input}
            ref={ref}
            rows={2}
            maxLength={MAX_TEAM_NOTE_CHARS}
            value={text}
            onChange={({ target }) => onText(target.value)}
            onKeyDown={handleKey}
          />
        )}
      </Field>
      <div className="row">
        <Button size="small" variant="primary" aria-keyshortcuts="Control+Enter" onClick={save}>
          {rest.saveLabel}
        </Button>
        {rest.children}
      </div>
    </div>
  )
}

interface NoteFormProps {
  label: string
  hint: string
  text: string
  onText: (text: string) => void
  /** Called with a text that can be stored. */
  onSave: (text: string) => void
  saveLabel: string
  ref?: Ref<HTMLTextAreaElement>
  /** Further buttons. */
  children?: ReactNode
}
