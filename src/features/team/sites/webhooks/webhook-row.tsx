import { useState } from 'react'
import { formatDate } from '#src/domain/dates.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { Webhook } from '#src/domain/webhook.ts'
import { Badge } from '#src/ui/layout/badge.tsx'
import { MenuItem } from '#src/ui/menu/menu-item.tsx'
import { RowMenu } from '#src/ui/menu/row-menu.tsx'
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
  const item = (label: string, kind: Exclude<WebhookAction['kind'], 'create'>) => (
    <MenuItem onSelect={() => onAct({ kind, id })}>{label}</MenuItem>
  )
  return (
    <li className="reason-row">
      <div className="webhook-head">
        <p className="row">
          <strong className="team-name">{address}</strong>
          {isPaused && <Badge tone="caution">Paused</Badge>}
        </p>
        <RowMenu of={address} isBusy={isBusy}>
          <MenuItem onSelect={() => setLogOpen(!isLogOpen)}>
            {isLogOpen ? 'Hide deliveries' : 'Show deliveries'}
          </MenuItem>
          {item('Send test', 'test')}
          {isRotating ? item('End old secret', 'end-rotation') : item('Rotate secret', 'rotate')}
          {isPaused ? item('Resume', 'resume') : item('Pause', 'pause')}
          <MenuItem tone="negative" onSelect={onDelete}>
            Delete
          </MenuItem>
        </RowMenu>
      </div>
      <p className="muted">
        <span>{`${events.map(eventLabel).join(', ')} · created ${formatDate(createdAt)}`}</span>
        {failures > 0 && <span>{` · ${groupIndian(failures)} failed in a row`}</span>}
      </p>
      {isPaused && <p className="muted">Its events wait until you resume it.</p>}
      {isRotating && <p className="muted">The old secret and the new one are both valid.</p>}
      {isLogOpen && <DeliveryLog webhookId={id} name={address} />}
    </li>
  )
}
