import { useRef, useState } from 'react'
import type { Passkey, Passkeys } from '#src/domain/account/passkey.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { AccountForm } from '#src/features/account/account-form.tsx'
import { AccountRow } from '#src/features/account/account-row.tsx'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { LoadingPart } from '#src/ui/layout/loading-part.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { FailedRead } from '#src/ui/reads/failed-read.tsx'
import { usePasskeys } from './use-passkeys.ts'

/** Lists the person's passkeys. Passkeys can be added on this device, renamed and removed. */
export function PasskeySection({ email }: { email: string }) {
  const { data, readFailure, refetch, isBusy, fields, problem, add, rename, remove } =
    usePasskeys(email)
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  if (!data && !readFailure) return <LoadingPart>Loading your passkeys...</LoadingPart>
  const obstacle = data && findObstacle(data)
  return (
    <section className="section" aria-labelledby="passkeys-title">
      <div className="page-header">
        <h3 id="passkeys-title" className="section-title">
          Passkeys
        </h3>
        {data && !obstacle && (
          <div className="page-actions">
            <Button size="small" busy={isBusy} onClick={() => void add()}>
              Add a passkey
            </Button>
          </div>
        )}
      </div>
      <p className="muted">
        A passkey signs you in with your finger, your face or the PIN of your device, without a
        password and a code.
      </p>
      <FailedRead failure={readFailure} onRetry={refetch} />
      {problem && !renaming && <Notice tone="negative">{problem}</Notice>}
      {obstacle && <Notice tone="neutral">{obstacle}</Notice>}
      {data && data.passkeys.length > 0 && (
        <ul className="change-list account-list">
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isBusy={isBusy}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {renaming && (
        <RenameForm
          passkey={renaming}
          isBusy={isBusy}
          error={fields['name']}
          problem={problem}
          onName={async (name) => {
            if (await rename(renaming.id, name)) setRenaming(null)
          }}
          onClose={() => setRenaming(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={`Remove ${removing?.name}?`}
        confirmLabel="Remove"
        tone="danger"
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          setRemoving(null)
          if (removing) void remove(removing.id)
        }}
      >
        <p>It no longer signs you in. You can delete it in the settings of your device as well.</p>
      </ConfirmDialog>
    </section>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  isBusy: boolean
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, isBusy, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt, isBackedUp } = passkey
  const facts = [
    `Added ${formatDateTime(createdAt)}`,
    lastUsedAt === null ? 'Not used yet' : `Last used ${formatDateTime(lastUsedAt)}`,
    isBackedUp ? 'On all your devices' : 'On one device only',
  ]
  return (
    <AccountRow
      title={name}
      meta={facts.join(' · ')}
      action={
        <>
          <Button size="small" busy={isBusy} aria-label={`Rename ${name}`} onClick={onRename}>
            Rename
          </Button>
          <Button size="small" busy={isBusy} aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    />
  )
}

interface RenameFormProps {
  passkey: Passkey
  isBusy: boolean
  error: string | undefined
  problem: string | null
  onName: (name: string) => Promise<void>
  onClose: () => void
}

function RenameForm({ passkey, isBusy, error, problem, onName, onClose }: RenameFormProps) {
  const firstRef = useRef<HTMLInputElement>(null)
  return (
    <AccountForm
      title="Rename the passkey"
      submitLabel="Save name"
      isBusy={isBusy}
      problem={problem}
      firstRef={firstRef}
      onSubmit={(typed) => void onName(typed('name'))}
      onClose={onClose}
    >
      <Field label="Name" error={error}>
        {(input) => (
          <TextInput
            {...input}
            ref={firstRef}
            name="name"
            autoComplete="off"
            defaultValue={passkey.name}
          />
        )}
      </Field>
    </AccountForm>
  )
}

/** Why no passkey can be added in this browser or at this page's origin; null if one can. */
function findObstacle({ origin }: Passkeys): string | null {
  if (origin === null)
    return 'Passkeys need a domain name. This server is opened by its IP address.'
  if (origin !== window.location.origin) return `Passkeys work at ${origin} only.`
  if (!('PublicKeyCredential' in window)) return 'This browser has no passkeys.'
  return null
}
