import { useSyncExternalStore } from 'react'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import type { InstallOffer } from './install-offer.ts'
import { InstallSteps } from './install-steps.tsx'
import './device.css'

/** Offers the installation to signed-in people at the edge of the screen; "Not now" applies to this device. */
export function InstallPrompt({ offer }: { offer: InstallOffer }) {
  const { way, isDismissed } = useSyncExternalStore(offer.subscribe, offer.get, offer.get)
  const isSignedIn = useSession() !== null
  if (way === null || isDismissed || !isSignedIn) return null
  return (
    <section className="edge-prompt install-prompt" aria-label="Install">
      <p>Install this app: it opens from your home screen, and its data is kept longer.</p>
      {way === 'steps' && <InstallSteps />}
      <div className="edge-prompt-actions">
        <Button size="small" variant="quiet" onClick={offer.dismiss}>
          Not now
        </Button>
        {way === 'prompt' && (
          <Button size="small" variant="primary" onClick={() => void offer.install()}>
            Install
          </Button>
        )}
      </div>
    </section>
  )
}
