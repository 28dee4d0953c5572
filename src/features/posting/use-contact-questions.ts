import { useState } from 'react'
import type { PostingFlaws } from '#src/domain/posting/posting-check.ts'
import {
  type FoundContact,
  listContacts,
  spellContact,
} from '#src/domain/posting/posting-contacts.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import type { PostingField } from '#src/domain/posting/posting-fields.ts'

/**
 * Asks the owner once about each phone number and e-mail address in the content. They cannot be refused: what looks like
 * a phone number may be the number of a survey.
 */
export function useContactQuestions(draft: PostingDraft) {
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  return {
    /** The question for each of the fields with a contact that was not asked about before; empty without one. */
    ask(fields: readonly PostingField[]): PostingFlaws {
      const found = listContacts(draft).filter(
        (contact) => fields.includes(contact.field) && !asked.has(keyOf(contact)),
      )
      if (found.length === 0) return {}
      setAsked(new Set([...asked, ...found.map(keyOf)]))
      const ofField = (wanted: PostingField) => found.filter(({ field }) => field === wanted)
      return Object.fromEntries(
        found.map(({ field }) => [field, sayContacts(ofField(field))] as const),
      )
    },
  }
}

const keyOf = (contact: FoundContact) => `${contact.field} ${spellContact(contact)}`

function sayContacts(contacts: readonly FoundContact[]): string {
  const list = contacts.map(spellContact).join(' and ')
  return `Leave out ${list}: buyers reach you through us. If it is no phone number or e-mail address, press Next again.`
}
