import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

// Every file of the server that waits for another machine, another process or a timer, what ends the wait, and
// the test that shows it, if the limit is our own code. A new one needs a limit, and a row.

const OUTSIDE =
  /\b(requestHttps?\b|connectTls\(|connectTcp\(|new Resolver\(|lookup\(|transport\.\w+\(|spawn\(|new pg\.(?:Pool|Client)|setInterval\()/

const DEVELOPMENT = 'server/main/dev.ts' // starts Vite and the API; no server runs it

const WAITS: Readonly<Record<string, readonly [limit: string, file?: string, title?: string]>> = {
  'server/platform/outbound/outbound-connection.ts': [
    '10 s for each address of a chain',
    'server/platform/outbound/outbound-limits.test.ts',
    'a request ends after ten seconds if no connection opens',
  ],
  'server/platform/outbound/outbound-dns.ts': [
    '10 s with the connection',
    'server/platform/outbound/outbound-limits.test.ts',
    'a request ends after ten seconds if the name server never answers',
  ],
  'server/platform/outbound/outbound-exchange.ts': [
    '15 s for webhooks and notifications, 60 s for downloads',
    'server/platform/outbound/outbound-limits.test.ts',
    'a request to a server that %s ends after sixty seconds, or the limit of its caller',
  ],
  'server/platform/mail/mail-service.ts': [
    '10 s to connect, greet or be silent, 30 s in all',
    'server/platform/mail/mail-limits.test.ts',
    'a mail to a mail server that %s ends within thirty seconds, and its connection is closed',
  ],
  'server/platform/media/stores/s3-client.ts': [
    '15 s (600 s for a file) to answer or be silent, three tries, 5 s for a short body',
    'server/listings/media/s3-limits.test.ts',
    'the check of a store that %s fails after at most three tries of twenty seconds',
  ],
  'server/platform/database/connection/open-postgres.ts': [
    '5 s to connect, 10 s for a statement of a server',
    'server/postgres/lost-connections.test.ts',
    'a database connection on which a statement takes too long is closed and not reused',
  ],

  'server/platform/parsing/parser-spawn.ts': [
    '60 s to start, then three times the processor time of the job, then SIGKILL',
    'server/platform/parsing/parser-pool.test.ts',
    'a file is refused with its true cause, and the next file is read, if its parser',
  ],
  'server/operations/backup-process.ts': ['six hours, then SIGKILL by Node'],
  'server/platform/jobs/schedule-service.ts': [
    'ten minutes without a sign of life; renews a lease while shared work runs, until then',
    'server/platform/jobs/schedule.test.ts',
    'a run that hangs for ten minutes is logged and counted with the name of its job, and the next run goes on',
  ],
  'server/platform/live/change-feed.ts': [
    'a look at the database, which has its own limits; a follower waits 5 s at most',
    'server/platform/live/change-feed.test.ts',
    'a stream without news says a word every 25 seconds, and checks the rights every five',
  ],
  'server/platform/database/connection/postgres-notices.ts': [
    '5 s to connect; nothing waits for a notice, and a look every second finds what was not heard',
    'server/postgres/change-notices.test.ts',
    'a listener whose connection was ended listens again, and says that it may have missed something',
  ],
  'server/listings/uploads/upload-lease-service.ts': [
    'renews a lease while a request writes, whose socket has limits',
    'server/listings/uploads/upload-leases.test.ts',
    'an upload can continue 10 s after the process that held its lease was killed',
  ],
}

test('every file of the server that waits for something outside has a limit in this table', () => {
  const waiting = readSourceFiles(['server'])
    .map(({ path }) => path)
    .filter((path) => path !== DEVELOPMENT && OUTSIDE.test(readFileSync(path, 'utf8')))
  expect(waiting.sort()).toEqual(Object.keys(WAITS).sort())
  const missing = Object.values(WAITS).filter(
    ([, file, title]) => file && title && !readFileSync(`tests/${file}`, 'utf8').includes(title),
  )
  expect(missing).toEqual([])
})

test('no limit of the server depends on a combined abort signal, or on one by a time', () => {
  // Node 20 holds the signals of both only weakly: they may be collected before they fire.
  const risky = readSourceFiles(['server'])
    .map(({ path }) => path)
    .filter((path) => /AbortSignal\.(any|timeout)\(/.test(readFileSync(path, 'utf8')))
  expect(risky).toEqual([])
})
