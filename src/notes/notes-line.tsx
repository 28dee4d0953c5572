import { countNoun } from '#src/domain/money.ts'
import './notes.css'
import { ChevronDownIcon, MessageSquareTextIcon } from 'lucide-react'
import { useId } from 'react'
import type { Note } from '#src/domain/note/note.ts'
import { useTypedText } from '#src/session/typed-text.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { useSession } from '#src/session/use-session.ts'
import { useScreenActions } from '#src/ui/screen-actions.ts'
import { nameAuthor } from './note-item.tsx'
import { draftNameOf, NotesBody, type NotesSectionProps } from './notes-section.tsx'
import { useNotes } from './use-notes.ts'

/** In review mode: how many notes there are, and the newest in one line; opens in place. */
export function NotesLine(props: NotesSectionProps) {
  const takesKeys = useSession()?.takesKeys ?? false
  return takesKeys && <OfferedLine {...props} />
}

function OfferedLine({ about, name }: NotesSectionProps) {
  const panelId = useId()
  const view = useNotes(about)
  const readerId = useSession()?.account?.id
  const [{ text }] = useDraft(draftNameOf(about), { text: '' })
  useTypedText(about.id, text !== '')
  // A text that a reload or the next listing has interrupted is shown again.
  const [{ isOpen }, setOpen] = useDraft(`${draftNameOf(about)} line`, { isOpen: text !== '' })
  const toggle = () => setOpen({ isOpen: !isOpen })
  useScreenActions([{ key: 'n', label: 'Notes of the team', run: toggle }])
  const standing = view.notes.filter(({ removedAt }) => removedAt === null)
  return (
    <div className="notes-line" data-open={isOpen || undefined}>
      <button
        type="button"
        className="notes-line-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-keyshortcuts="n"
        onClick={toggle}
      >
        <MessageSquareTextIcon size={16} />
        <span className="notes-line-count">
          {standing.length === 0 ? 'Notes' : countNoun(standing.length, 'note')}
        </span>{' '}
        <span className="notes-line-newest">{!isOpen && sayNewest(standing[0], readerId)}</span>
        <ChevronDownIcon size={16} className="notes-line-arrow" />
      </button>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && <NotesBody about={about} name={name} view={view} />}
      </div>
    </div>
  )
}

function sayNewest(note: Note | undefined, readerId: string | undefined): string {
  return note ? `${nameAuthor(note, readerId)}: ${note.text}` : 'For the team alone'
}
