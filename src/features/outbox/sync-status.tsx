import { Link } from 'react-router-dom'
import type { ChangeCounts } from '#src/domain/change.ts'
import type { Reachability } from '#src/sync/connectivity.ts'
import { useChangeCounts, useOutboxSnapshot, useReachability } from '#src/sync/use-sync.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'

/** The one always-visible word on the network and the outbox; it leads to the outbox, whose address is given. */
export function SyncStatus({ outbox }: { outbox: string }) {
  const counts = useChangeCounts()
  const reachability = useReachability()
  const { state } = useOutboxSnapshot()
  const status = state === 'unavailable' ? UNREADABLE : statusOf(reachability, counts)
  return (
    <Link
      className="sync-status"
      data-tone={status.tone}
      to={outbox}
      // A live region inside a link lends it no name.
      aria-label={status.words}
    >
      <Icon name={status.icon} size={18} />
      <span role="status">{status.words}</span>
    </Link>
  )
}

interface Status {
  tone: 'positive' | 'accent' | 'caution' | 'negative' | 'neutral'
  icon: IconName
  words: string
}

const UNREADABLE: Status = { tone: 'negative', icon: 'warning', words: 'Outbox unreadable' }

/** In words: online, offline, sending n, n waiting, n need you. What needs a person is always said. */
export function statusOf(reachability: Reachability, counts: ChangeCounts): Status {
  const { waiting, sending, needsYou } = counts
  const network = reachability === 'online' ? 'Online' : 'Offline'
  const moving = sending > 0 ? `Sending ${sending + waiting}` : waiting > 0 && `${waiting} waiting`
  const isQuiet = reachability === 'online' && sending > 0
  const words = [isQuiet ? null : network, moving, needsYou > 0 && needWords(needsYou)]
  return {
    ...toneOf(reachability, counts),
    words: words.filter(Boolean).join(' · '),
  }
}

function needWords(count: number): string {
  return count === 1 ? '1 needs you' : `${count} need you`
}

function toneOf(reachability: Reachability, counts: ChangeCounts): Pick<Status, 'tone' | 'icon'> {
  if (counts.needsYou > 0) return { tone: 'negative', icon: 'warning' }
  if (reachability === 'offline') return { tone: 'caution', icon: 'cloud-off' }
  if (counts.sending > 0) return { tone: 'accent', icon: 'refresh' }
  if (counts.waiting > 0) return { tone: 'accent', icon: 'clock' }
  return { tone: 'positive', icon: 'cloud' }
}
