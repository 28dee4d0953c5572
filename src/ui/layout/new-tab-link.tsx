import type { ReactNode } from 'react'

/** A link that looks like a button and opens another site in a new tab, without opener or referrer. */
export function NewTabLink({ href, onOpen, children }: NewTabLinkProps) {
  return (
    <a
      className="button"
      data-variant="secondary"
      data-size="small"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onOpen}
    >
      {children}
    </a>
  )
}

interface NewTabLinkProps {
  href: string
  onOpen?: () => void
  children: ReactNode
}
