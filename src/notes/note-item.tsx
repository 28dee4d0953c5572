import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { sectionPath } from '#src/config/paths.ts'
import { isUnsent } from '#src/domain/change.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { nameActor } from '#src/domain/history.ts'
import type { Note, NoteMention, NoteSubject } from '#src/domain/note/note.ts'
import type { NoteSyncStatus } from '#src/outbox/overlay/note-overlay.ts'
import { findTrouble } from '#src/outbox/trouble-messages.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { SyncStatusLine } from '#src/ui/reads/sync-status-line.tsx'
import { NoteForm } from './note-form.tsx'
import { NoteText } from './note-text.tsx'
import { SeenMark } from './seen-mark.tsx'
import type { NoteWriting } from './use-note-writing.ts'
import { useWantedNote } from './use-wanted-note.ts'

/** One note with its author, its earlier texts, its sync status, and what the reader may do with it. */
export function NoteItem({ about, note, syncStatus, isWanted, writing }: NoteItemProps) {
  const itemRef = useRef<HTMLLIElement>(null)
  const [draft, setDraft, clearDraft] = useDraft(`note ${note.id}`, { isOpen: false, text: '' })
  const readerId = useSession()?.account?.id
  const isOwn = note.authorId !== null && note.authorId === readerId
  const isRemoved = note.removedAt !== null
  const isLeaving = syncStatus?.isLeaving ?? false
  const isMentioned = note.mentions.some(({ personId }) => personId === readerId)
  useWantedNote(itemRef, isWanted)
  // The pressed button may unmount on click.
  const focusItem = () => itemRef.current?.focus()

  async function save(text: string, mentions: readonly NoteMention[]) {
    // What was typed is not lost if the note was removed meanwhile.
    const isSaved = await (isRemoved
      ? writing.add(text, mentions)
      : writing.edit(note.id, text, mentions))
    if (!isSaved) return
    clearDraft()
    focusItem()
  }

  return (
    <li ref={itemRef} className="note" data-wanted={isWanted || undefined} tabIndex={-1}>
      {isMentioned && <SeenMark noteId={note.id} itemRef={itemRef} />}
      <NoteBy note={note} readerId={readerId} />
      {isRemoved && <p className="muted">{sayRemoved(note, readerId)}</p>}
      {!isRemoved && !draft.isOpen && (
        <p className={isLeaving ? 'note-text struck' : 'note-text'}>
          <NoteText text={note.text} mentions={note.mentions} />
        </p>
      )}
      {draft.isOpen && (
        <NoteForm
          about={about}
          mentions={note.mentions}
          label={isRemoved ? 'Your text, as a new note' : 'Edit note'}
          hint="The earlier text stays readable."
          text={draft.text}
          onText={(text) => setDraft((before) => ({ ...before, text }))}
          onSave={(text, mentions) => void save(text, mentions)}
          saveLabel="Save"
        >
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              clearDraft()
              focusItem()
            }}
          >
            Cancel
          </Button>
        </NoteForm>
      )}
      {note.earlier.length > 0 && <EarlierTexts note={note} />}
      {!isRemoved && !draft.isOpen && !isLeaving && (
        <NoteButtons
          isOwn={isOwn}
          onEdit={() => setDraft({ isOpen: true, text: note.text })}
          onRemove={async () => {
            await writing.remove(note.id)
            focusItem()
          }}
        />
      )}
      {syncStatus && <NoteState syncStatus={syncStatus} onUndone={focusItem} />}
    </li>
  )
}

interface NoteItemProps {
  about: NoteSubject
  note: Note
  syncStatus: NoteSyncStatus | undefined
  /** Whether the address names this note. */
  isWanted: boolean
  writing: NoteWriting
}

function NoteBy({ note, readerId }: { note: Note; readerId: string | undefined }) {
  return (
    <p className="note-by">
      <strong>{nameAuthor(note, readerId)}</strong>
      <span className="muted">
        {' · '}
        <time dateTime={note.at}>{formatDateTime(note.at)}</time>
      </span>
    </p>
  )
}

/** 'You', a colleague's name, or that the author has left. */
export function nameAuthor({ authorId, author }: Note, readerId: string | undefined): string {
  return nameActor({ actorId: authorId, by: author ?? 'A colleague' }, readerId) ?? FORMER
}

const FORMER = 'A former colleague'

function sayRemoved({ removedAt, removedById, removedBy }: Note, readerId: string | undefined) {
  const who = nameActor({ actorId: removedById, by: removedBy ?? 'A colleague' }, readerId)
  return `Removed by ${(who ?? FORMER).replace(/^(You|A)\b/, (word) => word.toLowerCase())} on ${formatDateTime(removedAt)}`
}

function EarlierTexts({ note: { earlier, editedAt } }: { note: Note }) {
  return (
    <details className="note-earlier">
      <summary>{`Edited ${formatDateTime(editedAt)}`}</summary>
      <ol>
        {earlier.map(({ text, at }) => (
          <li key={at}>
            <time dateTime={at}>{formatDateTime(at)}</time>
            <p className="note-text">{text}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

function NoteButtons({ isOwn, onEdit, onRemove }: NoteButtonsProps) {
  const mayRemoveAny = useMay('manage-staff')
  const [isAsking, setAsking] = useState(false)
  if (!isOwn && !mayRemoveAny) return null
  return (
    <div className="note-buttons">
      {isOwn && (
        <Button variant="quiet" size="small" onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove this note?"
        confirmLabel="Remove"
        tone="danger"
        onConfirm={() => {
          setAsking(false)
          void onRemove()
        }}
        onCancel={() => setAsking(false)}
      >
        <p>Its text and its earlier texts are deleted. Who removed it, and when, stays readable.</p>
      </ConfirmDialog>
    </div>
  )
}

interface NoteButtonsProps {
  isOwn: boolean
  onEdit: () => void
  onRemove: () => Promise<void>
}

function NoteState({ syncStatus, onUndone }: NoteStateProps) {
  const outbox = useOutbox()
  const { kind, change } = syncStatus
  const trouble = kind === 'parked' ? findTrouble(change) : null

  async function undo(): Promise<boolean> {
    const isUndone = await outbox.undo(change)
    if (isUndone) onUndone()
    return isUndone
  }

  return (
    <>
      <div className="note-state">
        <SyncStatusLine kind={kind} onUndo={isUnsent(change) ? undo : undefined} />
      </div>
      {trouble && (
        <Notice tone="caution" action={<Link to={sectionPath('outbox')}>Open the outbox</Link>}>
          {trouble.why}
        </Notice>
      )}
    </>
  )
}

interface NoteStateProps {
  syncStatus: NoteSyncStatus
  onUndone: () => void
}
