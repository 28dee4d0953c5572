import { formatDateTime } from '#src/domain/dates.ts'
import { countNoun } from '#src/domain/money.ts'
import type { WebhookDelivery } from '#src/domain/webhook.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { eventLabel } from './event-labels.ts'
import { useDeliveries } from './use-deliveries.ts'

/** The deliveries to a webhook and their results, newest first. */
export function DeliveryLog({ webhookId, name }: { webhookId: string; name: string }) {
  const { deliveries, failure, replayingId, replay, ...page } = useDeliveries(webhookId)
  return (
    <section className="stack" aria-label={`Deliveries to ${name}`}>
      {failure && <Notice tone="negative">{failure}</Notice>}
      {!deliveries && !failure && <p role="status">Loading the deliveries...</p>}
      {deliveries?.length === 0 && <p className="muted">Nothing was sent in the last 30 days.</p>}
      {deliveries && deliveries.length > 0 && (
        <ul className="stack">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="row">
              <p>
                <span>{eventLabel(delivery.event)}</span> ·{' '}
                <span>{formatDateTime(delivery.createdAt)}</span>
                <br />
                <span className="muted">{describe(delivery)}</span>
              </p>
              {delivery.state !== 'waiting' && (
                <Button
                  size="small"
                  busy={replayingId === delivery.id}
                  onClick={() => replay(delivery.id)}
                >
                  Replay
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="row">
        {page.showNewest && <Button onClick={page.showNewest}>Newest deliveries</Button>}
        {page.showOlder && <Button onClick={page.showOlder}>Older deliveries</Button>}
        <Button busy={page.isFetching} onClick={page.refresh}>
          Refresh
        </Button>
      </p>
    </section>
  )
}

function describe({ state, attempts, lastStatus, nextAttemptAt }: WebhookDelivery): string {
  const tries = countNoun(attempts, 'attempt')
  if (state === 'delivered') return `Delivered, ${tries}`
  const answer = lastStatus === null ? 'no answer' : `answer ${lastStatus}`
  if (state === 'failed') return `Failed, ${tries}, ${answer}`
  if (attempts === 0) return 'Waiting'
  const next = nextAttemptAt === null ? '' : `, next ${formatDateTime(nextAttemptAt)}`
  return `Waiting, ${tries}, ${answer}${next}`
}
