import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FailedJobsCard } from '#src/features/team/sites/jobs/failed-jobs-card.tsx'
import {
  answer,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const LIST = 'GET /admin/failed-jobs'
const RETRY = 'POST /admin/failed-jobs/job-1/retry'
const MAIL = {
  _id: 'job-1',
  kind: 'mails',
  about: 'Your listing is live: Sunlit 2 BHK',
  error: 'The mail server did not accept it.',
  attempts: 29,
  askedAt: '2025-09-01T08:35:00.000Z',
  failedAt: '2025-09-02T08:35:00.000Z',
  nextAttemptAt: null,
}
const FILES = {
  ...MAIL,
  _id: 'job-2',
  kind: 'media-removals',
  about: 'Files of a deleted photo or video',
  attempts: 1,
  failedAt: null,
  nextAttemptAt: '2025-09-02T09:35:00.000Z',
}

const show = (responses: Responses) => renderWithSync(<FailedJobsCard />, { responses })

it('each failed job has its kind, what it is about, the last error, and whether it was given up', async () => {
  show({ [LIST]: ok([MAIL, FILES]) })
  await user.sees('Mail · Your listing is live: Sunlit 2 BHK')
  const [mail, files] = screen.getAllByRole('listitem')
  expect(mail).toHaveTextContent(/did not accept it.*Given up after 29 attempts since/)
  expect(files).toHaveTextContent(/Deletion of files.*1 attempt since .*, next /)
})

it('a job that is tried again leaves the list, and a refusal says why', async () => {
  const retried = recorded(ok({}))
  show({ [LIST]: ok([MAIL]), [RETRY]: refusal(404, { code: 'not-found', error: 'It is gone.' }) })
  const press = async () =>
    (await within(await screen.findByRole('list')).findByRole('button')).click()
  await press()
  await user.sees('It is gone.')
  answer({ [LIST]: ok([]), [RETRY]: retried.respond })
  await press()
  await user.sees('Nothing has failed.')
  expect(retried.paths()).toHaveLength(1)
})
