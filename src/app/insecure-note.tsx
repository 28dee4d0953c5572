import { Notice } from '#src/ui/notice.tsx'

/** Says plainly that an address without HTTPS cannot work offline. Loopback addresses count as secure. */
export function InsecureNote() {
  if (window.isSecureContext) return null
  return (
    <Notice tone="caution">
      This address is not secure (no HTTPS), so the app cannot be installed, open offline or send
      changes by itself here.
    </Notice>
  )
}
