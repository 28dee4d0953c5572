import { useSyncExternalStore } from 'react'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Warns that the app does not work offline without HTTPS. Loopback hosts count as secure. */
export function InsecureNote() {
  // The build does not know the origin of a prerendered page, so the notice appears after hydration.
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
