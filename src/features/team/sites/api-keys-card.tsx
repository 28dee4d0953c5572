import { useState } from 'react'
import type { ApiKey } from '#src/domain/api-key.ts'
import { formatDate, formatDateTime } from '#src/domain/dates.ts'
import { displayName } from '#src/domain/text.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { OPENS_FORM } from '#src/ui/form/use-opened-form.ts'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { MenuItem } from '#src/ui/menu/menu-item.tsx'
import { RowMenu } from '#src/ui/menu/row-menu.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { CreatedSecret } from './created-secret.tsx'
import { useApiKeys } from './use-api-keys.ts'

/** The keys with which sites send their listings. */
export function ApiKeysCard() {
  const { keys, failure, created, ...state } = useApiKeys()
  const [isAdding, setIsAdding] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  return (
    <Card as="section" aria-labelledby="api-keys-title">
      <h3 className="section-title team-title" id="api-keys-title">
        API keys
      </h3>
      <p className="panel muted">
        With a key, the site of a business sends its listings for review.{' '}
        <a href="/api/docs#importListings">Read how</a>
      </p>
      {failure && <Notice tone="negative">{failure}</Notice>}
      {created !== null && (
        <CreatedSecret label="The new API key" copyLabel="Copy key" secret={created}>
          Copy the key into the settings of the site now. It is shown only once.
        </CreatedSecret>
      )}
      {keys && keys.length > 0 && (
        <ul className="team-list" aria-labelledby="api-keys-title">
          {keys.map((apiKey) => (
            <KeyRow
              key={apiKey.id}
              apiKey={apiKey}
              isRevoking={state.revokingId === apiKey.id}
              onRevoke={() => setRevoking(apiKey)}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <ApiKeyForm
          isCreating={state.isCreating}
          refusedFields={state.refusedFields}
          onCreate={state.create}
          onCancel={() => setIsAdding(false)}
        />
      ) : (
        <div className="team-actions panel">
          <Button {...OPENS_FORM} variant="primary" onClick={() => setIsAdding(true)}>
            New API key
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={revoking !== null}
        title={`Revoke ${revoking?.name}?`}
        confirmLabel="Revoke"
        tone="danger"
        onCancel={() => setRevoking(null)}
        onConfirm={() => {
          if (revoking) state.revoke(revoking.id)
          setRevoking(null)
        }}
      >
        <p>The site that uses it can send nothing any more. Its listings stay.</p>
      </ConfirmDialog>
    </Card>
  )
}

interface KeyRowProps {
  apiKey: ApiKey
  isRevoking: boolean
  onRevoke: () => void
}

function KeyRow({ apiKey, isRevoking, onRevoke }: KeyRowProps) {
  const { name, prefix, business, createdBy, createdAt, expiresAt, lastUsedAt } = apiKey
  const now = useNow()
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now
  return (
    <li className="team-row sites-row">
      <div>
        <p className="row">
          <strong className="team-name">{name}</strong>
          {isExpired && <Badge tone="caution">Expired</Badge>}
        </p>
        <p className="muted team-name">
          <code>{`${prefix}…`}</code> · <span>{displayName(business)}</span>
        </p>
        <p className="muted">
          <span>{`Created by ${displayName(createdBy)}, ${formatDate(createdAt)}`}</span>
          {expiresAt !== null && (
            <span>{` · ${isExpired ? 'expired' : 'expires'} ${formatDate(expiresAt)}`}</span>
          )}
        </p>
        <p className="muted">
          {lastUsedAt === null ? 'Not used yet' : `Last used ${formatDateTime(lastUsedAt)}`}
        </p>
      </div>
      <RowMenu of={name} isBusy={isRevoking}>
        <MenuItem tone="negative" onSelect={onRevoke}>
          Revoke
        </MenuItem>
      </RowMenu>
    </li>
  )
}
