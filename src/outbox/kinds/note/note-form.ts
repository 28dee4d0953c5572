import type { NoteChange } from '#src/domain/change.ts'
import { NOTE_SUBJECTS } from '#src/domain/note/note.ts'
import type { NoteDraft } from '../change-draft.ts'
import type { StoredForm } from '../change-kind.ts'
import { isFlag, isName, isOneOf, isRow } from '../field-checks.ts'

const isSubjectKind = isOneOf(NOTE_SUBJECTS)

export const NOTE_FORM: StoredForm<NoteChange, NoteDraft> = {
  checks: {
    action: isNoteAction,
    about: (about) => isRow(about) && isSubjectKind(about['kind']) && isName(about['id']),
  },
  begin: (fresh, { entity, entityId, action, about }) => ({
    ...fresh,
    entity,
    entityId,
    action,
    about,
  }),
}

function isNoteAction(action: unknown): boolean {
  if (!isRow(action) || !isName(action['noteId'])) return false
  const { kind, text, isNew, mentions } = action
  if (kind === 'delete') return true
  return kind === 'write' && isName(text) && isFlag(isNew) && areMentions(mentions)
}

/** Earlier builds stored none. */
function areMentions(mentions: unknown): boolean {
  if (mentions === undefined) return true
  const isMention = (one: unknown) => isRow(one) && isName(one['personId']) && isName(one['name'])
  return Array.isArray(mentions) && mentions.every(isMention)
}
