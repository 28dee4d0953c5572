import {
  ClockIcon,
  type LucideIcon,
  RefreshCwIcon,
  TriangleAlertIcon,
  WifiIcon,
} from 'lucide-react'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { useSavesData } from '#src/ui/media/data-saver.ts'

/**
 * Shows when the list on the screen was loaded, or why there is no list. Never a toast or an alert. The line has the
 * same height in every state: a refresh that fails or is slow moves no row.
 */
export function ReadNote({
  state,
  what = 'this list',
  savedAtText,
  ageText,
  isOld = false,
  arrivedText,
  partialNote,
  onRetry,
}: ReadNoteProps) {
  const isSaving = useSavesData()
  const retry = onRetry && (
    <Button size="small" icon={<RefreshCwIcon size={14} />} onClick={onRetry}>
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
        The server answered with an error. Retrying shortly.
      </EmptyState>
    )
  }
  if (state === 'forbidden-empty') {
    return (
      <EmptyState tone="forbidden" title={`This account may not see ${what}`} action={retry}>
        Your account has no access to this. Sign out, and sign in with an account that may see it.
      </EmptyState>
    )
  }
  const isAside = state === 'arriving' || (state === 'current' && !isOld)
  const message = messageOf({ state, savedAtText, ageText, isOld, arrivedText })
  const StateIcon = isOld && ICONS[state] ? TriangleAlertIcon : ICONS[state]
  const isFailed = state === 'saved-copy' || state === 'cut-off'
  const hasAction = onRetry && (isOld || isFailed || isSaving)
  return (
    <div className="read-line" data-tone={isOld ? 'caution' : 'neutral'}>
      {StateIcon && <StateIcon size={14} />}
      {/* Outside of the live region: screen readers do not announce each new time of a list that refreshes. */}
      {isAside && <span>{message}</span>}
      <span role="status">
        {!isAside && <span>{message}</span>}
        {arrivedText && partialNote && <span>{` · ${partialNote}`}</span>}
      </span>
      {hasAction && (
        <button type="button" className="read-line-action" onClick={onRetry}>
          {isFailed ? 'Retry' : 'Refresh'}
        </button>
      )}
    </div>
  )
}

const ICONS: Partial<Record<ReadNoteProps['state'], LucideIcon>> = {
  current: ClockIcon,
  'saved-copy': ClockIcon,
  'cut-off': WifiIcon,
  slow: WifiIcon,
}

function messageOf(note: ReadNoteProps): string | null {
  const { state, savedAtText, ageText, isOld, arrivedText } = note
  if (state === 'arriving') return `Loading ${arrivedText}`
  if (state === 'cut-off') return `Connection lost: ${arrivedText} loaded`
  const at = [savedAtText, ageText].filter(Boolean).join(' · ')
  if (state === 'slow') return at ? `Slow network. Saved copy from ${at}` : 'Slow network'
  if (state === 'saved-copy') return `${isOld ? 'Out of date: saved' : 'Saved'} copy from ${at}`
  if (state === 'current') return isOld ? `Out of date: as of ${at}` : `As of ${savedAtText}`
  return null
}

export interface ReadNoteProps {
  state:
    | 'loading'
    | 'arriving'
    | 'cut-off'
    | 'current'
    | 'saved-copy'
    | 'slow'
    | 'offline-empty'
    | 'failed-empty'
    | 'forbidden-empty'
  /** The name of the loaded data, as in 'the listings'. */
  what?: string
  savedAtText?: string
  /** The age of the data, as in '3 h ago'. */
  ageText?: string
  /** Whether the data is too old for decisions, which is shown as a warning. */
  isOld?: boolean
  /** How much of a list has arrived while it loads: '4,100 of 10,000'. */
  arrivedText?: string
  /** Names what is incomplete while the list arrives: 'counts are partial'. */
  partialNote?: string
  onRetry?: () => void
}
