import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EdgePrompt } from '#src/ui/toast/edge-prompt.tsx'
import { watchSuccesses } from '#src/ui/toast/toast.ts'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import type { InstallOffer, InstallWay } from './install-offer.ts'
import { InstallSteps } from './install-steps.tsx'
import './device.css'

/** Offers the installation to signed-in people once, after a success. "This device" always offers it. */
export function InstallPrompt({ offer }: { offer: InstallOffer }) {
  const { way, isDue } = useSyncExternalStore(offer.subscribe, offer.get, offer.get)
  const isSignedIn = useSession() !== null
  useEffect(() => {
    if (isSignedIn) return watchSuccesses(offer.noteSuccess)
    return undefined
  }, [isSignedIn, offer])
  if (way === null || !isDue || !isSignedIn) return null
  return <InstallQuestion way={way} offer={offer} />
}

interface InstallQuestionProps {
  way: Exclude<InstallWay, null>
  offer: InstallOffer
}

function InstallQuestion({ way, offer }: InstallQuestionProps) {
  const isHandheld = useMediaQuery('(hover: none)')
  return (
    <EdgePrompt label="Install" className="install-prompt">
      <p>
        {isHandheld
          ? 'Install this app: it opens from your home screen, and its data is kept longer.'
          : 'Install this app: it opens in a window of its own, and its data is kept longer.'}
      </p>
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
    </EdgePrompt>
  )
}
