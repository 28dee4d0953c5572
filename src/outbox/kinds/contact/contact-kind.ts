import { listingOfContacts, type QueuedContact } from '#src/domain/change.ts'
import { CONTACT_WAYS } from '#src/domain/listing/contact-way.ts'
import { DONE, noAnswer } from '../answer-verdict.ts'
import { mergeNothing } from '../apart-merging.ts'
import type { ContactDraft } from '../change-draft.ts'
import type { ChangeKind } from '../change-kind.ts'
import { isName, isOneOf, isRow } from '../field-checks.ts'

const isWay = isOneOf(CONTACT_WAYS)

/** An attempt to contact an owner. Each is one of its own: two calls are two calls. */
export const CONTACT_KIND: ChangeKind<QueuedContact, ContactDraft> = {
  form: {
    checks: {
      action: (action) =>
        isRow(action) &&
        action['kind'] === 'contact' &&
        isWay(action['by']) &&
        isName(action['at']),
    },
    begin: (fresh, { entity, entityId, action }) => ({ ...fresh, entity, entityId, action }),
  },
  merging: mergeNothing(),
  sending: {
    requestOf({ entityId, action: { by, at } }) {
      const listingId = encodeURIComponent(listingOfContacts(entityId))
      const path = `/admin/properties/${listingId}/contact-attempts`
      return { method: 'POST', path, body: { by, at }, version: null }
    },
  },
  reading: {
    // Only the repeated key proves whose answer it is.
    hasRecord: () => false,
    readSuccess: (_, { body }) => (body?.['success'] === true ? DONE : noAnswer()),
  },
}
