import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import type { OpenIdentityConfirmation } from './use-identity-confirmation.ts'

export function IdentityConfirmation({
  confirmation,
}: {
  confirmation: OpenIdentityConfirmation | null
}) {
  return (
    <ConfirmDialog
      open={confirmation !== null}
      title={`Sign out ${confirmation?.who} on this device?`}
      confirmLabel="Sign out and continue"
      onConfirm={() => confirmation?.settle(true)}
      onCancel={() => confirmation?.settle(false)}
    >
      <p>
        Their saved copies leave this device. Changes not sent yet are kept for their next sign-in.
      </p>
    </ConfirmDialog>
  )
}
