import { ApiKeysCard } from './api-keys-card.tsx'
import { ImportsCard } from './imports/imports-card.tsx'
import { FailedJobsCard } from './jobs/failed-jobs-card.tsx'
import { WebhooksCard } from './webhooks/webhooks-card.tsx'
import '#src/features/team/team.css'

/**
 * Imports, API keys and webhooks, with which the team's owners connect other businesses' sites to the marketplace, and what
 * the server could not do in the background.
 */
export function SitesScreen() {
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Import and API</h2>
      </header>
      <ImportsCard />
      <ApiKeysCard />
      <WebhooksCard />
      <FailedJobsCard />
    </>
  )
}
