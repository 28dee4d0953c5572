import { contactLinksOf } from '#src/domain/listing/contact-links.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { NewTabLink } from '#src/ui/layout/new-tab-link.tsx'

const OPENS_GEO = /Android/i // in the user agent; no browser says which schemes it opens

/** Call, WhatsApp and directions. The server sends no phone number to a role that may not see the owner's contact. */
export function OwnerContact({ listing }: { listing: Listing }) {
  const { call, whatsApp, directions } = contactLinksOf(
    listing,
    OPENS_GEO.test(navigator.userAgent),
  )
  if (!call && !whatsApp && !directions) return null
  return (
    <div className="row">
      {call && (
        <a className="button" data-variant="secondary" data-size="small" href={call}>
          Call
        </a>
      )}
      {whatsApp && <NewTabLink href={whatsApp}>WhatsApp</NewTabLink>}
      {directions && <NewTabLink href={directions}>Directions</NewTabLink>}
    </div>
  )
}
