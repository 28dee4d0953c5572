import { splitMentions } from '#src/domain/note/mention.ts'
import type { NoteMention } from '#src/domain/note/note.ts'
import { useUserId } from '#src/session/use-session.ts'

/** The text of a note with its mentions marked. */
export function NoteText({ text, mentions }: NoteTextProps) {
  const readerId = useUserId()
  let at = 0
  return splitMentions(text, mentions).map((part) => {
    const key = at
    at += part.text.length
    if (!part.mention) return part.text
    const isReader = part.mention.personId === readerId
    return (
      <span key={key} className="mention" data-reader={isReader || undefined}>
        {part.text}
      </span>
    )
  })
}

interface NoteTextProps {
  text: string
  mentions: readonly NoteMention[]
}
