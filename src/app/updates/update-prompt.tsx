import { useState, useSyncExternalStore } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { EdgePrompt } from '#src/ui/toast/edge-prompt.tsx'
import type { AppUpdates, UpdateState } from './app-updates.ts'

const LABELS: Record<Exclude<UpdateState, 'none'>, { says: string; action: string }> = {
  waiting: { says: 'A new version is ready.', action: 'Update' },
  behind: {
    says: 'The app was updated. This tab still shows the previous version.',
    action: 'Reload',
  },
}

const COMING = 'The new version loads when the current work is done.' // saving a video, for example, takes minutes

/**
 * Offers a new build at the edge of the screen. "Later" hides the offer until the app is reopened or the state changes.
 */
export function UpdatePrompt({ updates }: { updates: AppUpdates }) {
  const state = useSyncExternalStore(updates.subscribe, updates.get)
  const [putOff, setPutOff] = useState<UpdateState>('none')
  const [isComing, setComing] = useState(false)
  if (state === 'none' || state === putOff) return null
  const { says, action } = LABELS[state]

  function apply() {
    setComing(true)
    updates.apply()
  }

  return (
    <EdgePrompt label="Update">
      <p role="status">{isComing ? COMING : says}</p>
      <div className="edge-prompt-actions">
        {!isComing && (
          <Button size="small" variant="quiet" onClick={() => setPutOff(state)}>
            Later
          </Button>
        )}
        <Button size="small" variant="primary" busy={isComing} onClick={apply}>
          {action}
        </Button>
      </div>
    </EdgePrompt>
  )
}
