// Mentions in notes of the team. The text has an @ and the full name of a colleague, which reads right everywhere; the ids
// of the people go beside it. Names of the team are told apart by sight, so a name in a text is of one person.

import type { NoteMention, NoteSubject } from './note.ts'

export const MOST_MENTIONS = 10 // in a note; more people than a note can be for
export const INBOX_PAGE = 50 // mentions
export const BEGINNING_CHARS = 200 // of a note, in the inbox: two lines on a desk

/** Somebody whom a note can mention. */
export interface NoteReader {
  personId: string
  name: string
  sees: readonly NoteSubject['kind'][]
}

/** A part of a text; `mention` if it names somebody. */
export interface TextPart {
  text: string
  mention: NoteMention | null
}

/** An @ and what was typed after it, up to the caret. */
export interface MentionQuery {
  /** Where the @ is. */
  at: number
  words: string
}

/** At the beginning of a word, so that an e-mail address asks for nobody. */
const QUERY = /(?:^|[\s([{"'])@([^\n@]{0,100})$/
const WORD_BEFORE = /[\p{L}\p{N}\p{M}]$/u
const WORD_AFTER = /^[\p{L}\p{N}\p{M}]/u

export function findMentionQuery(text: string, caret: number): MentionQuery | null {
  const words = QUERY.exec(text.slice(0, caret))?.[1]
  return words === undefined ? null : { at: caret - words.length - 1, words }
}

/** The people of whose name a word begins with what was typed, those whose first word does first. */
export function matchReaders(
  readers: readonly NoteReader[],
  { words }: MentionQuery,
): readonly NoteReader[] {
  const typed = words.toLocaleLowerCase()
  const isFirst = ({ name }: NoteReader) => name.toLocaleLowerCase().startsWith(typed)
  const isLater = ({ name }: NoteReader) => name.toLocaleLowerCase().includes(` ${typed}`)
  return [
    ...readers.filter(isFirst),
    ...readers.filter((reader) => !isFirst(reader) && isLater(reader)),
  ]
}

/** The text with the name in place of what was typed, and where the caret goes. */
export function completeMention(text: string, { at, words }: MentionQuery, name: string) {
  const rest = text.slice(at + 1 + words.length)
  const before = `${text.slice(0, at)}@${name}${rest.startsWith(' ') ? '' : ' '}`
  return { text: before + rest, caret: before.length + (rest.startsWith(' ') ? 1 : 0) }
}

/** The text in parts: those that name one of these people after an @, and those between. */
export function splitMentions(text: string, people: readonly NoteMention[]): TextPart[] {
  const longestFirst = [...people].sort((one, other) => other.name.length - one.name.length)
  const parts: TextPart[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const mention = WORD_BEFORE.test(text.slice(0, at))
      ? undefined
      : longestFirst.find(({ name }) => isNamed(text.slice(at + 1), name))
    if (!mention) continue
    const end = at + 1 + mention.name.length
    if (at > from) parts.push({ text: text.slice(from, at), mention: null })
    parts.push({ text: text.slice(at, end), mention })
    from = end
  }
  if (from < text.length) parts.push({ text: text.slice(from), mention: null })
  return parts
}

/** Those of the people whom the text names, each once. */
export function findMentioned(text: string, people: readonly NoteMention[]): NoteMention[] {
  const found = splitMentions(text, people).flatMap(({ mention }) => mention ?? [])
  return [...new Map(found.map(({ personId, name }) => [personId, { personId, name }])).values()]
}

function isNamed(after: string, name: string): boolean {
  return name !== '' && after.startsWith(name) && !WORD_AFTER.test(after.slice(name.length))
}
