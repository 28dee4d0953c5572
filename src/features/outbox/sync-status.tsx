import {
  ClockIcon,
  CloudIcon,
  CloudOffIcon,
  type LucideIcon,
  RefreshCwIcon,
  TriangleAlertIcon,
} from 'lucide-react'
import { Fragment, memo } from 'react'
import { Link } from 'react-router-dom'
import type { ChangeCounts } from '#src/domain/change.ts'
import { formatCountdown } from '#src/domain/dates.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { Reachability } from '#src/outbox/connectivity.ts'
import { findNextTryAt } from '#src/outbox/sending/next-try.ts'
import { useChangeCounts, useOutboxSnapshot, useReachability } from '#src/outbox/use-outbox.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { useWorkOffline } from './use-work-offline.ts'

/** The always-visible status of the network and the outbox; it links to the outbox at the given path. */
export const SyncStatus = memo(function SyncStatus({ outbox }: { outbox: string }) {
  const counts = useChangeCounts()
  const reachability = useReachability()
  const { isOn: isHeldBack } = useWorkOffline()
  const { state, changes } = useOutboxSnapshot()
  const seconds = useSecondsUntil(isHeldBack ? 0 : findNextTryAt(changes, Date.now()))
  const status =
    state === 'unavailable' ? UNREADABLE : statusOf(isHeldBack ? 'held-back' : reachability, counts)
  return (
    <Link
      className="sync-status"
      data-tone={status.tone}
      to={outbox}
      // The text of a live region is not part of the link's accessible name.
      aria-label={status.text}
    >
      <span role="status">
        <status.Icon className="sync-status-icon" size={16} />
        {inParts(status.text)}
      </span>
      {seconds > 0 && (
        // Outside the live region: screen readers do not announce each second.
        <span className="sync-status-part" aria-hidden="true">
          {`· next try in ${formatCountdown(seconds)}`}
        </span>
      )}
    </Link>
  )
})

/** Splits the text into parts, so that a line breaks only after a part and its dot. */
function inParts(text: string) {
  const parts = text.split(' · ')
  return parts.map((part, place) => (
    <Fragment key={part}>
      {place > 0 && <span> </span>}
      <span className="sync-status-part">{place < parts.length - 1 ? `${part} ·` : part}</span>
    </Fragment>
  ))
}

interface Status {
  tone: 'positive' | 'accent' | 'caution' | 'negative' | 'neutral'
  Icon: LucideIcon
  text: string
}

const UNREADABLE: Status = { tone: 'negative', Icon: TriangleAlertIcon, text: 'Outbox unreadable' }

/** Whether the server can be reached; 'held-back' if no request is made, because the device works offline on purpose. */
type Network = Reachability | 'held-back'

const NETWORK_LABELS: Record<Network, string> = {
  online: 'Online',
  offline: 'Offline',
  'held-back': 'Working offline',
}

/** The status as text, such as 'Offline · 2 waiting · 1 needs attention'. Omits 'Online' while sending. */
export function statusOf(network: Network, counts: ChangeCounts): Status {
  const { waiting, sending, needsYou } = counts
  const isMoving = sending > 0 && network !== 'held-back'
  const moving = isMoving ? `Sending ${sending + waiting}` : waitingLabel(sending + waiting)
  const isQuiet = network === 'online' && sending > 0
  const labels = [
    isQuiet ? null : NETWORK_LABELS[network],
    moving,
    needsYou > 0 && attentionLabel(needsYou),
  ]
  return {
    ...toneOf(network, counts),
    text: labels.filter(Boolean).join(' · '),
  }
}

function waitingLabel(count: number): string | null {
  return count > 0 ? `${groupIndian(count)} waiting` : null
}

function attentionLabel(count: number): string {
  return count === 1 ? '1 needs attention' : `${groupIndian(count)} need attention`
}

function toneOf(network: Network, counts: ChangeCounts): Pick<Status, 'tone' | 'Icon'> {
  if (counts.needsYou > 0) return { tone: 'negative', Icon: TriangleAlertIcon }
  if (network !== 'online') return { tone: 'caution', Icon: CloudOffIcon }
  if (counts.sending > 0) return { tone: 'accent', Icon: RefreshCwIcon }
  if (counts.waiting > 0) return { tone: 'accent', Icon: ClockIcon }
  return { tone: 'positive', Icon: CloudIcon }
}
