import { Notice } from '#src/ui/notice.tsx'

/** Says plainly that an address without HTTPS cannot work offline. Loopback addresses count as secure. */
export function InsecureNote() {
  if (window.isSecureContext) return null
  return (
    <Notice tone="caution">
      This address is not secure (no HTTPS): here the app cannot be installed, cannot open offline,
      and sends changes only while it is open.
    </Notice>
  )
}
