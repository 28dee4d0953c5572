import { useState } from 'react'
import type { Webhook } from '#src/domain/webhook.ts'
import { CreatedSecret } from '#src/features/team/sites/created-secret.tsx'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { OPENS_FORM } from '#src/ui/form/use-opened-form.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** The webhooks: URLs that get a request when a listing changes. */
export function WebhooksCard() {
  const { webhooks, failure, refusedFields, secret, isBusy, act } = useWebhooks()
  const [isAdding, setIsAdding] = useState(false)
  const [deleting, setDeleting] = useState<Webhook | null>(null)
  return (
    <Card as="section" aria-labelledby="webhooks-title">
      <h3 className="section-title team-title" id="webhooks-title">
        Webhooks
      </h3>
      <p className="panel muted">
        A webhook tells another system at once when a listing is decided, changed or deleted.{' '}
        <a href="/api/docs#createWebhook">Read how</a>
      </p>
      {failure && <Notice tone="negative">{failure}</Notice>}
      {secret !== null && (
        <CreatedSecret label="The new secret" copyLabel="Copy secret" secret={secret}>
          Copy the secret into the settings of the receiver now. It is shown only once.
        </CreatedSecret>
      )}
      {webhooks && webhooks.length > 0 && (
        <ul className="team-list" aria-labelledby="webhooks-title">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isBusy={isBusy}
              onAct={(action) => void act(action)}
              onDelete={() => setDeleting(webhook)}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <WebhookForm
          isBusy={isBusy}
          refusedFields={refusedFields}
          onCreate={(wanted) => act({ kind: 'create', wanted })}
          onCancel={() => setIsAdding(false)}
        />
      ) : (
        <div className="team-actions panel">
          <Button {...OPENS_FORM} variant="primary" onClick={() => setIsAdding(true)}>
            New webhook
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this webhook?"
        confirmLabel="Delete"
        tone="danger"
        onCancel={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) void act({ kind: 'delete', id: deleting.id })
          setDeleting(null)
        }}
      >
        <p>{`${deleting?.address ?? ''} gets no more events, and its log is deleted.`}</p>
      </ConfirmDialog>
    </Card>
  )
}
