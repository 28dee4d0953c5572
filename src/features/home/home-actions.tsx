import { Link } from 'react-router-dom'
import { NEW_LISTING, paths } from '#src/config/paths.ts'
import { displayName } from '#src/domain/text.ts'
import type { Session } from '#src/session/session-store.ts'
import { useSession } from '#src/session/use-session.ts'

export interface HomeActionsProps {
  /** The page where the session ended; passed on to the sign-in unchanged. */
  returnTo: unknown
}

interface Way {
  to: string
  label: string
  /** The navigation state; `isPosting` leads from the sign-in to the form of a new listing. */
  state?: object
}

/**
 * For a signed-in person, the links to their pages; for anybody else, the links to register and
 * sign in.
 */
export function HomeActions({ returnTo }: HomeActionsProps) {
  const session = useSession()
  return session ? <WaysOn session={session} /> : <Ways ways={listWaysIn(returnTo)} />
}

/** The first way is the primary one. */
function Ways({ ways }: { ways: readonly Way[] }) {
  return (
    <p className="home-actions">
      {ways.map(({ label, to, state }, index) => (
        <Link
          key={label}
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

function listWaysIn(returnTo: unknown): Way[] {
  const state = { returnTo }
  const path = (returnTo as { path?: unknown } | null | undefined)?.path // validated by the sign-in page
  const isOperator = String(path).startsWith(paths.dashboard)
  const signIn = { to: isOperator ? paths.login : paths.signIn, label: 'Sign in', state }
  const create = { to: paths.register, label: 'Create an account', state }
  // A person whose session ended has an account: offer the sign-in first.
  if (returnTo) return [signIn, create]
  const post = { to: paths.register, label: 'Post your property', state: { isPosting: true } }
  return [post, signIn, create]
}

function WaysOn({ session }: { session: Session }) {
  return (
    <>
      <Ways ways={listWaysOn(session)} />
      <p className="home-who">
        {`Signed in as ${displayName(session.account?.fullName ?? session.account?.email)}`}
      </p>
    </>
  )
}

function listWaysOn({ isOperator, account, takesKeys }: Session): Way[] {
  if (isOperator) return [{ to: paths.dashboard, label: 'Continue to dashboard' }]
  const events = { to: paths.events, label: 'Your events' }
  if (account?.isVerified === false)
    return [{ to: paths.verify, label: 'Verify your e-mail', state: { isPosting: true } }, events]
  // A bare backend takes no listings.
  if (!takesKeys) return [events]
  return [
    { to: NEW_LISTING, label: 'Post your property' },
    { to: paths.listings, label: 'Your listings' },
    events,
  ]
}
