import { showToast } from '#src/ui/toast/toast.ts'

/** Announces that the server received a listing. Without a title, the message is about the listing on the screen. */
export function announceSubmission(title?: string): void {
  showToast({
    tone: 'success',
    message: title ? `Submitted: ${title}` : 'Submitted',
    detail: 'It is checked before it goes live.',
  })
}
