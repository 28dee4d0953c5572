import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

// A call writes only with the `write` of its rights (server/accounts/guards/rights-guard.ts), which checks the caller again in the
// transaction. At run time, the database of the routes refuses to write, and their dependencies have no `write`.

const SERVER = readSourceFiles(['server']).map(({ path, imports }) => ({
  path,
  imports,
  text: readFileSync(path, 'utf8'),
}))

const pathsOf = (files: readonly { path: string }[]) => files.map(({ path }) => path).sort()

/** Files that begin transactions themselves: the start, the command line and jobs, where no caller has rights. */
const WITHOUT_CALLER = [
  'server/accounts/erasure/erasure-service.ts',
  'server/accounts/sign-in/operator-account-service.ts',
  'server/accounts/registration/registration-end-service.ts',
  'server/accounts/second-factor/factor-reset-service.ts',
  'server/listings/views/view-service.ts',
  'server/listings/list/listing-delta-service.ts', // reads a snapshot
  'server/loans/pan-sealing-service.ts',
  'server/listings/media/listing-media-service.ts',
  'server/notices/messages/message-delivery-service.ts',
  'server/notices/messages/push-key-service.ts',
  'server/operations/restored-access-service.ts',
  'server/listings/market/expiry-service.ts',
  'server/listings/review/wait-promise-service.ts',
  'server/listings/uploads/url-download-service.ts',
]

test('only work without a caller begins a transaction itself', () => {
  const starting = SERVER.filter(
    ({ path, text }) =>
      !path.startsWith('server/platform/database/') &&
      /\.(transaction|startTransaction)\(\)/.test(text),
  )
  expect(pathsOf(starting)).toEqual([...WITHOUT_CALLER].sort())
})

test('only the start, the command line and the demonstration data make a `write` of the server itself', () => {
  const making = SERVER.filter(({ text }) => /\bmakeWrite\(/.test(text))
  const allowed =
    /^server\/(cli\/|platform\/database\/write\.ts|demo\/demo-seeding\.ts|main\/start-server\.ts)/
  expect(pathsOf(making.filter(({ path }) => !allowed.test(path)))).toEqual([])
})

/** What the server must write even if the caller has lost their rights, with its reason. */
const AS_SERVER: Readonly<Record<string, string>> = {
  'server/accounts/api-keys/api-key-guard.ts': 'the type of the next one',
  'server/accounts/api-keys/api-key-service.ts': 'when a key was last used',
  'server/platform/app-env.ts': 'its type',
  'server/accounts/people/lock-report-service.ts': 'an audit entry about failed sign-ins',
  'server/accounts/guards/rights-guard.ts': 'the `write` of a call, after its checks',
  'server/accounts/sessions/last-seen-service.ts': 'when a session was last used',
  'server/cli/import-command.ts': 'the command line',
  'server/main/create-app.ts': 'gives it to the routes',
  'server/listings/import/import-file-routes.ts':
    'gives it to the service, for the row of such a file',
  'server/listings/import/import-file-service.ts': 'removes the row of a file that did not arrive',
  'server/platform/limits/route-limits.ts': 'counts a try, also of a caller who is refused',
  'server/accounts/export/export-offer-service.ts': 'an audit entry about a mail that has left',
  'server/listings/uploads/upload-lease-service.ts': 'gives a lease back',
  'server/listings/uploads/upload-finish-service.ts':
    'deletes files that were stored while their owner was erased',
}

test('only the named files write as the server during a call', () => {
  const writing = SERVER.filter(({ text }) => /\bwriteAsServer\b/.test(text))
  expect(pathsOf(writing)).toEqual(Object.keys(AS_SERVER).sort())
})

test('the routes get a database that only reads, and each call its rights before any guard', () => {
  const text = SERVER.find(({ path }) => path === 'server/main/create-app.ts')?.text ?? ''
  expect(text).toMatch(/createApp\(\{ write, \.\.\.own \}: WholeDeps\)/)
  expect(text).toContain('db: forReading(own.db)')
  const [before = ''] = text.split('openRights(deps)')
  expect(before).not.toMatch(/require(Session|ApiKey)\(deps\)/)
})
