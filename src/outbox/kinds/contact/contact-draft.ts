import { contactsOf } from '#src/domain/change.ts'
import type { ContactAttempt } from '#src/domain/listing/contact-way.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { ContactDraft } from '../change-draft.ts'

export interface MadeContact extends ContactAttempt {
  listing: Pick<Listing, 'id' | 'name'>
}

/** Only servers with idempotency keys have the call. */
export function contactDraftOf(userId: string, { listing, by, at }: MadeContact): ContactDraft {
  const entityId = contactsOf(listing.id)
  const action = { kind: 'contact', by, at } as const
  return { entity: 'contact', userId, entityId, entityName: listing.name, action, isKeyed: true }
}
