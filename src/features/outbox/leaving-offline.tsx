import { useState } from 'react'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { useWorkOffline } from './use-work-offline.ts'

/** The steps of signing out. While the device works offline, a warning comes first. */
export function useLeaving() {
  const { isOn } = useWorkOffline()
  const [step, setStep] = useState<'staying' | 'told' | 'leaving' | null>(null)
  return {
    /** False until the first start. */
    isWanted: step !== null,
    isConfirming: step === 'told',
    isLeaving: step === 'leaving',
    start: () => setStep(isOn ? 'told' : 'leaving'),
    goOn: () => setStep('leaving'),
    stay: () => setStep('staying'),
  }
}

export type Leaving = ReturnType<typeof useLeaving>

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
