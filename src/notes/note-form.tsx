import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import * as v from 'valibot'
import { groupIndian } from '#src/domain/money.ts'
import { findMentioned } from '#src/domain/note/mention.ts'
import type { NoteMention } from '#src/domain/note/note.ts'
import { MAX_TEAM_NOTE_CHARS, type NoteSubject } from '#src/domain/note/note.ts'
import { MentionsSchema, NoteTextSchema } from '#src/domain/note/note-schemas.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { MentionArea } from './mention-area.tsx'
import { useNoteReaders } from './use-note-readers.ts'

const SAYS_LEFT = 200 // characters; earlier, a number only distracts

const NOBODY: readonly NoteMention[] = []

/** A text field for a note. The text is the caller's, which keeps it over a reload. */
export function NoteForm({
  about,
  label,
  hint,
  text,
  mentions: known = NOBODY,
  onText,
  onSave,
  ref,
  ...rest
}: NoteFormProps) {
  const [error, setError] = useState<string | null>(null)
  const readers = useNoteReaders(about, text.includes('@'))
  const left = MAX_TEAM_NOTE_CHARS - text.length

  function save() {
    const read = v.safeParse(NoteTextSchema, text)
    if (!read.success) return setError(read.issues[0].message)
    // The people of the note as it is: they may have left the team, or have another name by now.
    const people = [...known, ...(readers ?? [])]
    const mentions = v.safeParse(MentionsSchema, findMentioned(read.output, people))
    setError(mentions.success ? null : mentions.issues[0].message)
    if (mentions.success) onSave(read.output, mentions.output)
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
        hint={left <= SAYS_LEFT ? `${groupIndian(left)} characters left.` : hint}
        error={error}
      >
        {(input) => (
          <MentionArea
            input={input}
            ref={ref}
            text={text}
            onText={onText}
            onKey={handleKey}
            readers={readers}
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
  about: NoteSubject
  label: string
  hint: string
  text: string
  /** Whom the note mentions already. */
  mentions?: readonly NoteMention[]
  onText: (text: string) => void
  /** Called with a text that can be stored, and whom it mentions. */
  onSave: (text: string, mentions: readonly NoteMention[]) => void
  saveLabel: string
  ref?: Ref<HTMLTextAreaElement>
  /** Further buttons. */
  children?: ReactNode
}
