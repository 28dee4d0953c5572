import './notes.css'
import { useId } from 'react'
import { useLocation } from 'react-router-dom'
import { noteOfHash } from '#src/config/paths.ts'
import { type NoteSubject, subjectKey } from '#src/domain/note/note.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useTypedText } from '#src/session/typed-text.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { useSession } from '#src/session/use-session.ts'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { NoteForm } from './note-form.tsx'
import { NoteItem } from './note-item.tsx'
import { useNoteWriting } from './use-note-writing.ts'
import { type NotesView, useNotes } from './use-notes.ts'

/** What the team notes about a listing or a member. Only servers with accounts have notes. */
export function NotesSection(props: NotesSectionProps) {
  const titleId = useId()
  const takesKeys = useSession()?.takesKeys ?? false
  if (!takesKeys) return null
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h3 className="section-title" id={titleId}>
        Notes of the team
      </h3>
      <LoadedNotes {...props} />
    </section>
  )
}

export interface NotesSectionProps {
  about: NoteSubject
  /** The name of the listing or member. */
  name: string | null
}

function LoadedNotes({ about, name }: NotesSectionProps) {
  return <NotesBody about={about} name={name} view={useNotes(about)} />
}

/**
 * The form above the notes, so that a note which arrives moves nothing that somebody types into. The newest note is first.
 */
export function NotesBody({ about, name, view }: NotesSectionProps & { view: NotesView }) {
  const { notes, syncStatuses, read, isKnown } = view
  const writing = useNoteWriting(about, name)
  const [draft, setDraft, clearDraft] = useDraft(draftNameOf(about), { text: '' })
  const wantedId = noteOfHash(useLocation().hash)
  useTypedText(about.kind === 'listing' ? about.id : null, draft.text !== '')
  if (read.value === null)
    return <p className="muted">Your role may not read the notes about it.</p>
  return (
    <div className="notes">
      <NoteForm
        about={about}
        label="New note"
        hint="The team alone reads it. Type @ to tell a colleague."
        text={draft.text}
        onText={(text) => setDraft({ text })}
        onSave={async (text, mentions) => {
          if (await writing.add(text, mentions)) clearDraft()
        }}
        saveLabel="Add note"
      />
      {!isKnown && read.failure && (
        <p className="muted">The notes of others did not load. They are read again shortly.</p>
      )}
      {isKnown && read.failure && <ReadNote {...findReadFreshness(read, Date.now())} />}
      {notes.length > 0 && (
        <ol className="note-list" reversed>
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              about={about}
              note={note}
              isWanted={note.id === wantedId}
              syncStatus={syncStatuses.get(note.id)}
              writing={writing}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

export function draftNameOf(about: NoteSubject): string {
  return `notes ${subjectKey(about)}`
}
