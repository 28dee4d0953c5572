import { showToast } from '#src/ui/toast/toast.ts'

/** Says that the server has a submission: of the listing on the screen, or of the named one. */
export function announceSubmission(title?: string): void {
  showToast({
    tone: 'success',
    message: title ? `Submitted: ${title}` : 'Submitted',
    detail: 'It is checked before it goes live.',
  })
}
