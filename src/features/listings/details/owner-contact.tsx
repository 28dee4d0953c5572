import { useEffect, useState } from 'react'
import type { ChangeState } from '#src/domain/change.ts'
import { contactLinksOf } from '#src/domain/listing/contact-links.ts'
import type { ContactWay } from '#src/domain/listing/contact-way.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useOutbox, useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { useReloadListingHistory } from '#src/query-cache/use-listing-history.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { NewTabLink } from '#src/ui/layout/new-tab-link.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'

const OPENS_GEO = /Android/i // in the user agent; no browser says which schemes it opens

/**
 * Call, WhatsApp and directions. The server sends no phone number to a role that may not see the owner's contact. After a
 * call or a message, the person may note it in the history of the listing.
 */
export function OwnerContact({ listing }: { listing: Listing }) {
  const [way, setWay] = useState<ContactWay | null>(null)
  const { call, whatsApp, directions } = contactLinksOf(
    listing,
    OPENS_GEO.test(navigator.userAgent),
  )
  if (!call && !whatsApp && !directions) return null
  return (
    <div className="row">
      {call && (
        <a
          className="button"
          data-variant="secondary"
          data-size="small"
          href={call}
          onClick={() => setWay('call')}
        >
          Call
        </a>
      )}
      {whatsApp && (
        <NewTabLink href={whatsApp} onOpen={() => setWay('whatsapp')}>
          WhatsApp
        </NewTabLink>
      )}
      {directions && <NewTabLink href={directions}>Directions</NewTabLink>}
      {way && <NoteContact key={`${listing.id} ${way}`} listing={listing} way={way} />}
    </div>
  )
}

/** Queued like a decision, because people telephone where there is no network for data. */
function NoteContact({ listing, way }: { listing: Listing; way: ContactWay }) {
  const outbox = useOutbox()
  const { changes } = useOutboxSnapshot()
  const takesKeys = useSession()?.takesKeys ?? false
  const [key, setKey] = useState<string | null>(null)
  const [isNoted, setNoted] = useState(false)
  const reloadHistory = useReloadListingHistory(listing.id)
  const state = changes.find((change) => change.key === key)?.state
  useEffect(() => {
    if (state !== 'acked') return
    setNoted(true) // a confirmed change is soon gone
    reloadHistory()
  }, [state, reloadHistory])

  async function note() {
    try {
      const at = new Date().toISOString()
      const { change } = await outbox.queueContact({ listing, by: way, at })
      setKey(change?.key ?? null)
    } catch (error) {
      showNotSaved(error)
    }
  }

  if (isNoted) return <span role="status">Noted in the history.</span>
  if (state) return <span role="status">{isStuck(state) ? REFUSED : KEPT}</span>
  if (!takesKeys) return null
  return (
    <Button size="small" variant="quiet" onClick={() => void note()}>
      {way === 'call' ? 'Note the call' : 'Note the message'}
    </Button>
  )
}

const KEPT = 'Noted on this device; it is sent when the server can be reached.'
const REFUSED = 'The server did not note it: the outbox says why.'

function isStuck(state: ChangeState): boolean {
  return state === 'parked' || state === 'conflict'
}
