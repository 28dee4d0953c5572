import { ChevronLeftIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import type { Session } from '#src/session/session-store.ts'
import { useSession } from '#src/session/use-session.ts'

/** A public policy page. Its back link depends on the reader: visitor, operator or end user. */
export function PolicyShell({ children }: { children: ReactNode }) {
  const back = wayBackFor(useSession())
  return (
    <div className="policy-page">
      <nav className="policy-back" aria-label="Back">
        <Link to={back.to}>
          <ChevronLeftIcon size={16} />
          <span>{back.label}</span>
        </Link>
      </nav>
      <main>{children}</main>
    </div>
  )
}

function wayBackFor(session: Session | null): { to: string; label: string } {
  if (!session) return { to: paths.home, label: 'Home' }
  if (session.isOperator) return { to: paths.dashboard, label: 'Back to panel' }
  return { to: paths.events, label: 'Back to your events' }
}
