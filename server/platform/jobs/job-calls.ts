import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { FailedJobListSchema } from './job-wire.ts'

const SITES = { group: 'Import and API', caller: 'operator' } as const
const AT = '2026-02-14T08:20:00.000Z'

export const jobCalls = describeCalls({
  listFailedJobs: {
    ...SITES,
    summary: 'What the server could not send, fetch, delete or import, the newest hundred',
    answer: answerOf('The list.', FailedJobListSchema, {
      success: true,
      data: [
        {
          _id: '65a000000000000000000001',
          kind: 'mails',
          about: 'Your listing is live: Sunlit 2 BHK in Baner',
          error: 'The mail server did not accept it.',
          attempts: 29,
          askedAt: AT,
          failedAt: AT,
          nextAttemptAt: null,
        },
      ],
    }),
  },
  retryJob: {
    ...SITES,
    record: 'job',
    isWrite: true,
    summary: 'Try a failed job again now, and then for its whole time',
    answer: answerOf('Done.', YesSchema, { success: true }),
  },
})
