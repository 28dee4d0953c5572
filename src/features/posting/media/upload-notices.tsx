import type { QueueState } from '#src/outbox/kinds/posting/files/shown-upload.ts'
import { useUploadsBlocked } from '#src/outbox/kinds/posting/files/use-uploads.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

export interface UploadNoticesProps extends Pick<QueueState, 'isPageNeeded' | 'isOffline'> {
  isWaitingForWifi: boolean
  /** Why chosen files cannot be used. */
  flaws: readonly string[]
  onSendNow: () => void
}

/** Notices about chosen files that cannot be used, files that wait, and a page that must stay open for its uploads. */
export function UploadNotices({ flaws, onSendNow, ...state }: UploadNoticesProps) {
  const isBlocked = useUploadsBlocked()
  return (
    <>
      {flaws.map((flaw) => (
        <Notice key={flaw} tone="caution">
          {flaw}
        </Notice>
      ))}
      {state.isPageNeeded && (
        <Notice tone="caution">
          {isBlocked
            ? 'Your files are not kept on this device. Keep this page open until they are uploaded.'
            : 'This device has no room to keep your files. Keep this page open until they are uploaded.'}
        </Notice>
      )}
      {state.isWaitingForWifi && (
        <Notice tone="caution" action={<Button onClick={onSendNow}>Send now</Button>}>
          Waiting for Wi-Fi
        </Notice>
      )}
      {state.isOffline && (
        <Notice tone="caution">
          {`The server cannot be reached. Your files wait ${state.isPageNeeded ? 'in this page' : 'on this device'} and go on by themselves.`}
        </Notice>
      )}
    </>
  )
}
