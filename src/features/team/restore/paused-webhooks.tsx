import { useState } from 'react'
import { formatDate } from '#src/domain/dates.ts'
import type { Webhook } from '#src/domain/webhook.ts'
import { useWebhooks } from '#src/features/team/sites/webhooks/use-webhooks.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

/** The webhooks that a restore has paused, to be resumed or deleted. */
export function PausedWebhooks() {
  const { webhooks, failure, isBusy, act } = useWebhooks()
  const [deleting, setDeleting] = useState<Webhook | null>(null)
  const paused = webhooks?.filter(({ state }) => state === 'paused')
  return (
    <>
      <h4 className="panel">Paused webhooks</h4>
      {failure && <Notice tone="negative">{failure}</Notice>}
      <ul className="team-list">
        {paused?.map((webhook) => (
          <li key={webhook.id} className="team-row">
            <strong className="team-name">{webhook.address}</strong>
            <p className="muted">Its events wait</p>
            <p className="muted">{`Created ${formatDate(webhook.createdAt)}`}</p>
            <div className="team-actions">
              <Button
                aria-disabled={isBusy}
                aria-label={`Resume: ${webhook.address}`}
                onClick={() => void act({ kind: 'resume', id: webhook.id })}
              >
                Resume
              </Button>
              <Button
                aria-disabled={isBusy}
                aria-label={`Delete: ${webhook.address}`}
                onClick={() => setDeleting(webhook)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
        {paused?.length === 0 && <li className="panel muted">No webhook is paused.</li>}
      </ul>
      <ConfirmDialog
        open={deleting !== null}
        title={`Delete the webhook ${deleting?.address}?`}
        confirmLabel="Delete"
        tone="danger"
        onCancel={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) void act({ kind: 'delete', id: deleting.id })
          setDeleting(null)
        }}
      >
        <p>Its events that wait are never sent.</p>
      </ConfirmDialog>
    </>
  )
}
