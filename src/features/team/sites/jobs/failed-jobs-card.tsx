import { formatDateTime } from '#src/domain/dates.ts'
import type { FailedJob } from '#src/domain/failed-job.ts'
import { countNoun } from '#src/domain/money.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useFailedJobs } from './use-failed-jobs.ts'

const KINDS: Readonly<Record<string, string>> = {
  hints: 'Hints',
  imports: 'Import',
  'import-media': 'Photo of an import',
  mails: 'Mail',
  'media-removals': 'Deletion of files',
  'mention-mails': 'Mail',
  notifications: 'Notification',
  webhooks: 'Webhook',
}

/** What the server could not send, fetch, delete or import, for owners to try again once its cause is mended. */
export function FailedJobsCard() {
  const { jobs, failure, isFetching, retryingId, retry, refresh } = useFailedJobs()
  return (
    <Card as="section" aria-labelledby="failed-jobs-title">
      <h3 className="section-title team-title" id="failed-jobs-title">
        Failed jobs
      </h3>
      <p className="panel muted">
        Mails, webhooks, imports and files that did not get through in the last 30 days, although
        the server tried for as long as it makes sense. Mend the cause, then try again.
      </p>
      {failure && <Notice tone="negative">{failure}</Notice>}
      {!jobs && !failure && (
        <p role="status" className="panel muted">
          Loading the failed jobs...
        </p>
      )}
      {jobs?.length === 0 && <p className="panel muted">Nothing has failed.</p>}
      {jobs && jobs.length > 0 && (
        <ul className="team-list" aria-labelledby="failed-jobs-title">
          {jobs.map((job) => (
            <li key={job.id} className="reason-row">
              <div className="webhook-head">
                <strong className="team-name">{`${KINDS[job.kind] ?? job.kind} · ${job.about}`}</strong>
                <Button
                  size="small"
                  busy={retryingId === job.id}
                  aria-label={`Try again: ${job.about}`}
                  onClick={() => retry(job.id)}
                >
                  Try again
                </Button>
              </div>
              <p>{job.error}</p>
              <p className="muted">{describe(job)}</p>
            </li>
          ))}
        </ul>
      )}
      <div className="team-actions panel">
        <Button busy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
    </Card>
  )
}

function describe({ attempts, askedAt, nextAttemptAt }: FailedJob): string {
  const tries = countNoun(attempts, 'attempt')
  const since = `${tries} since ${formatDateTime(askedAt)}`
  if (nextAttemptAt === null) return `Given up after ${since}`
  return `${since}, next ${formatDateTime(nextAttemptAt)}`
}
