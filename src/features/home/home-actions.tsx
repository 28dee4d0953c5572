import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { displayName } from '#src/domain/text.ts'
import type { Session } from '#src/session/session-store.ts'
import { useSession } from '#src/session/use-session.ts'

export interface HomeActionsProps {
  /** The page where the session ended; passed on to the sign-in unchanged. */
  returnTo: unknown
}

/**
 * For a signed-in person, the links to their pages; for anybody else, the links to register and
 * sign in.
 */
export function HomeActions({ returnTo }: HomeActionsProps) {
  const session = useSession()
  return session ? <WaysOn session={session} /> : <WaysIn returnTo={returnTo} />
}

function WaysIn({ returnTo }: HomeActionsProps) {
  const state = { returnTo }
  const create = { to: paths.register, label: 'Create an account' }
  const path = (returnTo as { path?: unknown } | null | undefined)?.path // validated by the sign-in page
  const isOperator = String(path).startsWith(paths.dashboard)
  const signIn = { to: isOperator ? paths.login : paths.signIn, label: 'Sign in' }
  // A person whose session ended has an account: offer the sign-in first.
  const ways = returnTo ? [signIn, create] : [create, signIn]
  return (
    <p className="home-actions">
      {ways.map(({ to, label }, index) => (
        <Link
          key={to}
          className="button"
          data-variant={index === 0 ? 'primary' : 'secondary'}
          to={to}
          state={state}
        >
          {label}
        </Link>
      ))}
    </p>
  )
}

function WaysOn({ session: { isOperator, account } }: { session: Session }) {
  return (
    <>
      <p className="home-actions">
        <Link
          className="button"
          data-variant="primary"
          to={isOperator ? paths.dashboard : paths.events}
        >
          {isOperator ? 'Continue to dashboard' : 'Your events'}
        </Link>
        {!isOperator && account?.isVerified === false && (
          <Link className="button" data-variant="secondary" to={paths.verify}>
            Verify your e-mail
          </Link>
        )}
      </p>
      <p className="home-who">Signed in as {displayName(account?.fullName ?? account?.email)}</p>
    </>
  )
}
