import { ChevronRightIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { displayName } from '#src/domain/text.ts'
import { useSession } from '#src/session/use-session.ts'
import { useArrivalFocus } from './use-arrival-focus.ts'

export interface AuthPageProps {
  title: string
  tagline: ReactNode
  children: ReactNode
  /** The field to focus when the page opens, instead of the heading. */
  fieldRef?: RefObject<HTMLElement | null>
}

/** The layout of an auth page: a centred card with the logo, the heading, the content and links to the policies. */
export function AuthPage({ title, tagline, children, fieldRef }: AuthPageProps) {
  const headingRef = useArrivalFocus(fieldRef)
  return (
    <main className="auth-page">
      <div className="auth-card">
        <header className="auth-header">
          <Link className="auth-logo" to={paths.home} aria-label="Property Marketplace, home">
            <img src="/favicon.svg" alt="" width="44" height="44" />
          </Link>
          <h1 ref={headingRef} tabIndex={-1}>
            {title}
          </h1>
          <p className="auth-tagline">{tagline}</p>
        </header>
        {children}
        <nav className="auth-links" aria-label="Policies">
          <Link to={paths.privacyPolicy}>Privacy Policy</Link>
          <Link to={paths.termsConditions}>Terms and Conditions</Link>
        </nav>
      </div>
    </main>
  )
}

/** The link onward for a person who is signed in here or in another tab. Not shown after this page's own sign-in. */
export function ContinueLink({ isEntering }: { isEntering: boolean }) {
  const session = useSession()
  const token = session?.token
  const [tokenBefore, setTokenBefore] = useState(token)
  if (!isEntering && token !== tokenBefore) setTokenBefore(token)
  if (!session || token !== tokenBefore) return null
  const { isOperator, account } = session
  return (
    <Link className="auth-continue" to={isOperator ? paths.dashboard : paths.events}>
      <span>
        {isOperator
          ? 'Continue to dashboard'
          : `Continue as ${displayName(account?.fullName ?? account?.email)}`}
      </span>
      <ChevronRightIcon size={16} />
    </Link>
  )
}
