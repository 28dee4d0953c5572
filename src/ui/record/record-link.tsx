import './contact-link.css'
import { Link } from 'react-router-dom'
import { OPENED_HERE } from '#src/ui/address/use-sheet-url.ts'

/** Links to a list, or to another record's details, which return to this page when closed. */
export function RecordLink({ to, opens, children }: RecordLinkProps) {
  const isDetails = opens === 'details'
  return (
    <Link className="contact-link" to={to} state={isDetails ? OPENED_HERE : undefined}>
      {children}
    </Link>
  )
}

export interface RecordLinkProps {
  to: string
  opens: 'details' | 'list'
  children: string
}
