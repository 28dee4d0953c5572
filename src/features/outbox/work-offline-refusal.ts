import { ApiError } from '#src/api/api-error.ts'
import type { WorkOffline } from '#src/outbox/work-offline.ts'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { showToast } from '#src/ui/toast/toast.ts'

const NEEDS_NETWORK = 'This device works offline. Signing in and out needs the network.'

/**
 * The error of a call while the device works offline. With a session, a read falls back to its saved copy, as without
 * a network. Without a session, such as at the sign-in, a toast shows the reason and a button to go online, because the
 * switch is available to signed-in people only.
 */
export function refuseCall(workOffline: WorkOffline, isSignedIn: boolean): ApiError {
  if (isSignedIn) return new ApiError({ kind: 'no-answer' })
  showToast({
    tone: 'error',
    message: NEEDS_NETWORK,
    id: 'work-offline',
    actions: [
      {
        label: 'Go online',
        onAction: () => void workOffline.set(false).catch(showNotSaved),
      },
    ],
  })
  return new ApiError({ kind: 'refused', serverMessage: NEEDS_NETWORK })
}
