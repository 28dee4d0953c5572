import { useEffect, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import type { AppUpdates } from './app-updates.ts'

/** Offers a new build at the edge of the screen; "Later" holds until the app is opened again. */
export function UpdatePrompt({ updates }: { updates: AppUpdates | null }) {
  const [apply, setApply] = useState<(() => void) | null>(null)
  const [isPutOff, setPutOff] = useState(false)
  useEffect(() => updates?.onReady((next) => setApply(() => next)), [updates])
  if (!apply || isPutOff) return null
  return (
    <section className="edge-prompt" aria-label="Update">
      <p role="status">A new version is ready.</p>
      <div className="edge-prompt-actions">
        <Button size="small" variant="quiet" onClick={() => setPutOff(true)}>
          Later
        </Button>
        <Button size="small" variant="primary" onClick={apply}>
          Update
        </Button>
      </div>
    </section>
  )
}
