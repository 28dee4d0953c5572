import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import type { Session } from '#src/session/session-store.ts'
import { useSession } from '#src/session/use-session.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useTitle } from '#src/ui/use-title.ts'
import { ErrorBoundary } from './error-boundary.tsx'

export const POLICIES = {
  privacy: {
    title: 'Privacy Policy',
    Screen: lazy(async () => ({
      default: (await import('#src/features/policies/privacy-policy-screen.tsx'))
        .PrivacyPolicyScreen,
    })),
  },
  terms: {
    title: 'Terms and Conditions',
    Screen: lazy(async () => ({
      default: (await import('#src/features/policies/terms-conditions-screen.tsx'))
        .TermsConditionsScreen,
    })),
  },
}

/** A public policy page, with the way back that fits who reads it. */
export function PolicyShell({ policy }: { policy: keyof typeof POLICIES }) {
  const session = useSession()
  const { title, Screen } = POLICIES[policy]
  useTitle(title)
  const back = wayBackFor(session)
  return (
    <div className="policy-page">
      <nav className="policy-back" aria-label="Back">
        <Link to={back.to}>
          <Icon name="chevron-left" size={18} />
          {back.label}
        </Link>
      </nav>
      <main>
        <ErrorBoundary resetKey={policy}>
          <Suspense fallback={null}>
            <Screen />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}

function wayBackFor(session: Session | null): { to: string; label: string } {
  if (!session) return { to: paths.home, label: 'Home' }
  if (session.isOperator) return { to: paths.dashboard, label: 'Back to panel' }
  return { to: paths.events, label: 'Back to your events' }
}
