import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import type { OpenIdentityQuestion } from './use-identity-question.ts'

export function IdentityQuestion({ question }: { question: OpenIdentityQuestion | null }) {
  return (
    <ConfirmDialog
      open={question !== null}
      question={`Sign out ${question?.who} on this device?`}
      confirmLabel="Sign out and continue"
      onConfirm={() => question?.settle(true)}
      onCancel={() => question?.settle(false)}
    >
      <p>
        Their saved copies leave this device. Changes not sent yet are kept for their next sign-in.
      </p>
    </ConfirmDialog>
  )
}
