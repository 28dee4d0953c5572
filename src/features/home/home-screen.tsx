import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Notice } from '#src/ui/notice.tsx'

export interface HomeScreenProps {
  /** Why the person landed here, when the app sent them. */
  reason: string | null
}

/** The public home: what the product is, and after a 401 why one is here. */
export function HomeScreen({ reason }: HomeScreenProps) {
  return (
    <main className="entry">
      <div className="entry-card">
        {reason && <Notice tone="caution">{reason}</Notice>}
        <header className="entry-header">
          <img className="entry-mark" src="/favicon.svg" alt="" width="40" height="40" />
          <h1>Property Marketplace</h1>
          <p className="entry-tagline">
            Homes, offices, shops and PG rooms across India: to buy, to rent and at auction, each
            one looked at by a person before it goes live.
          </p>
        </header>
        <Link className="entry-continue" to={paths.login}>
          Operator sign-in
          <Icon name="chevron-right" size={18} />
        </Link>
        <nav className="entry-links" aria-label="Policies">
          <Link to={paths.privacyPolicy}>Privacy Policy</Link>
          <Link to={paths.termsConditions}>Terms and Conditions</Link>
        </nav>
      </div>
    </main>
  )
}
