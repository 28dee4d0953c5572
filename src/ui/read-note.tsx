import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Icon } from './icon.tsx'
import { Notice } from './notice.tsx'

/** Says quietly how fresh what is shown is, or why nothing is shown. Never a toast, never an alert. */
export function ReadNote({
  state,
  what = 'this list',
  savedAtText,
  ageText,
  onRetry,
}: ReadNoteProps) {
  const retry = onRetry && (
    <Button size="small" icon={<Icon name="refresh" size={16} />} onClick={onRetry}>
      Retry
    </Button>
  )
  if (state === 'offline-empty') {
    return (
      <EmptyState tone="offline" title="Nothing saved on this device yet" action={retry}>
        The server cannot be reached. Once it can, a copy is kept here for the next time.
      </EmptyState>
    )
  }
  if (state === 'failed-empty') {
    return (
      <EmptyState tone="error" title={`Could not load ${what}`} action={retry}>
        The server answered with an error. It is asked again in a moment.
      </EmptyState>
    )
  }
  if (state === 'forbidden-empty') {
    return (
      <EmptyState tone="forbidden" title={`This account may not see ${what}`} action={retry}>
        The server knows you, and keeps this from you. Sign out, and sign in with an account that
        may see it.
      </EmptyState>
    )
  }
  const age = [savedAtText, ageText].filter(Boolean).join(' · ')
  if (state === 'slow') {
    return (
      <Notice tone="neutral" icon={<Icon name="wifi-slow" size={18} />}>
        {age ? `Slow network. Saved copy from ${age}` : 'Slow network'}
      </Notice>
    )
  }
  return (
    <Notice tone="neutral" icon={<Icon name="clock" size={18} />} action={retry}>
      Saved copy from {age}
    </Notice>
  )
}

export interface ReadNoteProps {
  state: 'saved-copy' | 'slow' | 'offline-empty' | 'failed-empty' | 'forbidden-empty'
  /** What could not be loaded, as in 'the listings'. */
  what?: string
  savedAtText?: string
  /** The copy's age, as in '3 h ago'. */
  ageText?: string
  onRetry?: () => void
}
