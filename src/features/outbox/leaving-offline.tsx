import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import type { Leaving } from './use-leaving.ts'

/** Warns that signing out works without a network, but signing in does not. */
export function LeavingOffline({ isConfirming, goOn, stay }: Leaving) {
  return (
    <ConfirmDialog
      open={isConfirming}
      title="Sign out while working offline?"
      confirmLabel="Sign out"
      cancelLabel="Stay"
      onConfirm={goOn}
      onCancel={stay}
    >
      <p>
        Signing out on the server and signing in again need the network. The server is not told now,
        so this sign-in ends there by its own date. To come back, this device has to go online
        first.
      </p>
    </ConfirmDialog>
  )
}
