import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef } from 'react'
import { countNoun } from '#src/domain/money.ts'
import type { NoteReader } from '#src/domain/note/mention.ts'
import { MAX_TEAM_NOTE_CHARS } from '#src/domain/note/note.ts'
import type { FieldInputProps } from '#src/ui/form/field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { MentionList, optionId } from './mention-list.tsx'
import { useMentionChoice } from './use-mention-choice.ts'

/** A field for text that offers colleagues after an @. */
export function MentionArea({ input, text, onText, onKey, readers, ref }: MentionAreaProps) {
  const listId = useId()
  const areaRef = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(
    ref,
    () => areaRef.current,
  )
  const choice = useMentionChoice({ text, onText, areaRef, readers })
  const { options, active, noteCaret } = choice
  const isOpen = options.length > 0
  return (
    <div className="mention-area">
      <TextArea
        {...input}
        ref={areaRef}
        rows={2}
        maxLength={MAX_TEAM_NOTE_CHARS}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active ? optionId(listId, active) : undefined}
        value={text}
        onChange={({ target }) => {
          onText(target.value)
          noteCaret(target)
        }}
        onSelect={({ currentTarget }) => noteCaret(currentTarget)}
        onBlur={choice.leave}
        onKeyDown={(event) => choice.handleKey(event) || onKey(event)}
      />
      {isOpen && (
        <MentionList
          id={listId}
          options={options}
          active={active}
          onPoint={choice.point}
          onChoose={choice.choose}
        />
      )}
      <p className="visually-hidden" role="status">
        {isOpen && sayOptions(options)}
      </p>
    </div>
  )
}

interface MentionAreaProps {
  input: FieldInputProps
  text: string
  onText: (text: string) => void
  /** Called with the keys that the list does not need. */
  onKey: (event: KeyboardEvent) => void
  /** Whom the text can mention; undefined until they are known. */
  readers: readonly NoteReader[] | undefined
  ref?: Ref<HTMLTextAreaElement> | undefined
}

function sayOptions(options: readonly NoteReader[]): string {
  return `${countNoun(options.length, 'colleague')}. Choose with the arrow keys and Enter.`
}
