import { useSyncExternalStore } from 'react'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Says plainly that an address without HTTPS cannot work offline. Loopback addresses count as secure. */
export function InsecureNote() {
  // The page that the build writes out knows no address: this comes once the app has taken it over.
  const isSecure = useSyncExternalStore(
    () => () => {},
    () => window.isSecureContext,
    () => true,
  )
  if (isSecure) return null
  return (
    <Notice tone="caution">
      This address is not secure (no HTTPS): here the app cannot be installed, cannot open offline,
      and sends changes only while it is open.
    </Notice>
  )
}
