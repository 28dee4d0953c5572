import { useUploadsBlocked } from '#src/outbox/kinds/posting/files/use-uploads.ts'
import { Notice } from '#src/ui/layout/notice.tsx'

/** States that this device's unsent listings and files cannot be opened. */
export function BlockedNotice() {
  return (
    useUploadsBlocked() && (
      <Notice tone="caution">
        The storage for your unsent listings and files on this device does not answer: those there
        are not shown, and what you write and choose now is lost when this page closes. Close the
        other tabs of this site. Listings are saved on the server as usual.
      </Notice>
    )
  )
}
