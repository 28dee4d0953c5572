import { ApiError } from '#src/api/api-error.ts'
import type { WorkOffline } from '#src/outbox/work-offline.ts'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { showToast } from '#src/ui/toast/toast.ts'

const NEEDS_NETWORK = 'This device works offline. Signing in and out needs the network.'

/**
 * What a call comes back with while the device works offline. A read falls back on its saved copy, as without a network.
 * Who comes in or leaves is told what stands in the way, with the way out: the switch itself is behind the sign-in.
 */
export function refuseCall(workOffline: WorkOffline, isSignedIn: boolean): ApiError {
  if (isSignedIn) return new ApiError({ kind: 'no-answer' })
  showToast({
    tone: 'error',
    message: NEEDS_NETWORK,
    id: 'work-offline',
    action: {
      label: 'Go online',
      onAction: () => void workOffline.set(false).catch(showNotSaved),
    },
  })
  return new ApiError({ kind: 'refused', serverMessage: NEEDS_NETWORK })
}
