import { Link } from 'react-router-dom'
import { sectionPath } from '#src/config/paths.ts'
import { ApiKeysCard } from './api-keys-card.tsx'
import { ImportsCard } from './imports/imports-card.tsx'
import { WebhooksCard } from './webhooks/webhooks-card.tsx'

/** Imports, API keys and webhooks, with which the team's owners connect other businesses' sites to the marketplace. */
export function SitesScreen() {
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Sites</h2>
        <div className="page-actions">
          <Link className="button" data-variant="secondary" to={sectionPath('team')}>
            Team
          </Link>
        </div>
      </header>
      <ImportsCard />
      <ApiKeysCard />
      <WebhooksCard />
    </>
  )
}
