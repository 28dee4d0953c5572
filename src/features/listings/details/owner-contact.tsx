import { useState } from 'react'
import { noteContact } from '#src/api/contact-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import type { ContactWay } from '#src/domain/listing/contact-attempt.ts'
import { contactLinksOf } from '#src/domain/listing/contact-links.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useReachability } from '#src/outbox/use-outbox.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { NewTabLink } from '#src/ui/layout/new-tab-link.tsx'

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
      {way && <NoteContact key={`${listing.id} ${way}`} listingId={listing.id} way={way} />}
    </div>
  )
}

/** Needs the network: the history is the server's. */
function NoteContact({ listingId, way }: { listingId: string; way: ContactWay }) {
  const isOnline = useReachability() === 'online'
  const takesKeys = useSession()?.takesKeys ?? false
  const [step, setStep] = useState<'open' | 'busy' | 'noted'>('open')
  const [failure, setFailure] = useState<string | null>(null)

  async function note() {
    setStep('busy')
    setFailure(null)
    try {
      await noteContact(listingId, way)
      setStep('noted')
    } catch (error) {
      setFailure(describeOnlineFailure(error))
      setStep('open')
    }
  }

  if (step === 'noted') return <span role="status">Noted in the history.</span>
  if (!isOnline || !takesKeys) return null
  return (
    <>
      <Button size="small" variant="quiet" busy={step === 'busy'} onClick={() => void note()}>
        {way === 'call' ? 'Note the call' : 'Note the message'}
      </Button>
      <FieldError id="note-contact-failure">{failure}</FieldError>
    </>
  )
}
