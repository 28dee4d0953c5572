import { useState } from 'react'
import { formatDate } from '#src/domain/dates.ts'
import type { Webhook } from '#src/domain/webhook.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { eventLabel } from './event-labels.ts'
import type { WebhookAction } from './use-webhooks.ts'

interface WebhookRowProps {
  webhook: Webhook
  isBusy: boolean
  onAct: (action: WebhookAction) => void
  onDelete: () => void
}

/** One webhook, with its log. */
export function WebhookRow({ webhook, isBusy, onAct, onDelete }: WebhookRowProps) {
  const { id, address, events, state, failures, isRotating, createdAt } = webhook
  const [isLogOpen, setLogOpen] = useState(false)
  const isPaused = state === 'paused'
  const button = (label: string, kind: Exclude<WebhookAction['kind'], 'create'>) => (
    <Button
      aria-disabled={isBusy}
      aria-label={`${label}: ${address}`}
      onClick={() => onAct({ kind, id })}
    >
      {label}
    </Button>
  )
  return (
    <li className="reason-row">
      <p className="row">
        <strong className="team-name">{address}</strong>
        {isPaused && <Badge tone="caution">Paused</Badge>}
      </p>
      <p className="muted">
        <span>{`${events.map(eventLabel).join(', ')} · created ${formatDate(createdAt)}`}</span>
        {failures > 0 && <span>{` · ${failures} failed in a row`}</span>}
      </p>
      {isPaused && <p className="muted">Its events wait until you resume it.</p>}
      {isRotating && <p className="muted">The old secret and the new one are both valid.</p>}
      <div className="row">
        <Button aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)}>
          Deliveries
        </Button>
        {button('Send test', 'test')}
        {isRotating ? button('End old secret', 'end-rotation') : button('Rotate secret', 'rotate')}
        {isPaused ? button('Resume', 'resume') : button('Pause', 'pause')}
        <Button aria-disabled={isBusy} aria-label={`Delete: ${address}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
      {isLogOpen && <DeliveryLog webhookId={id} name={address} />}
    </li>
  )
}
