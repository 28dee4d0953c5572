import { cpus } from 'node:os'
import { defineConfig } from 'vitest/config'
import { stepFaults } from '#tools/faults/steps/step-plugin.ts'

const BROWSER_TEST_MS = 120_000 // time to start a browser, load a build for the first time and click through a scenario
const TEST_MS = 30_000 // generous, because other tests run at the same time
const FAULTS_TEST_MS = 240_000 // a hundred schedules, while other tests run
/** Tests that replace a module, the clock or a database, and so must not share a process with other files. */
const REPLACING = [
  'tests/server/accounts/{passwords/password-hash,sign-in/{locking-out,provisional-registrations,registration-attacks,same-work,sign-in-race}}.test.ts',
  'tests/server/accounts/export/export-space.test.ts',
  'tests/server/operations/retention-numbers.test.ts',
  'tests/server/platform/jobs/schedule.test.ts',
  'tests/server/platform/live/change-feed.test.ts',
  'tests/server/platform/outbound/outbound-limits.test.ts',
  'tests/server/platform/mail/mail-limits.test.ts',
  'tests/server/listings/media/s3-limits.test.ts',
  'tests/server/listings/uploads/upload-space.test.ts',
]
const REPLACING_ON_SCREENS = [
  'tests/features/auth/passkey-sign-in.test.tsx',
  'tests/app/updates/{app-updates,update-offers}.test.{ts,tsx}',
  'tests/app/session/account-rules.test.tsx',
  'tests/app/startup/blocked-site-data.test.tsx',
  'tests/app/updates/page-failure.test.tsx',
  'tests/features/views/list-views.test.tsx',
  'tests/features/listings/details/listing-sheet.test.tsx',
  'tests/query-cache/use-saved-read.test.tsx',
]
const ON_POSTGRES = {
  globalSetup: ['tests/support/server/postgres-setup.ts'],
  setupFiles: ['tests/support/server/postgres-test-setup.ts'],
}
/** On a busy machine, a browser or a screen may not be there in time. The end of the output lists each test that was tried again. */
const ON_BUSY_MACHINE = { retry: 1 }
const ON_SCREENS = {
  environment: 'jsdom',
  setupFiles: ['tests/support/dom-setup.ts'],
  ...ON_BUSY_MACHINE,
}

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/closing-line-reporter.ts'],
    // On a small machine, more workers than cores, because browser tests mostly wait.
    maxWorkers: Math.max(4, cpus().length),
    // The timeouts are long, because tests check results, not speed, and run in parallel.
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: TEST_MS } },
    // `npm test` skips tests with this tag; `npm run test:all` includes them.
    tags: [
      {
        name: 'long',
        description: 'takes seconds, and has more cases of what a shorter test guards',
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['tests/{build,domain,server,contract,architecture}/**/*.test.ts'],
          exclude: ['tests/server/postgres/**', ...REPLACING],
        },
      },
      {
        extends: true,
        test: {
          name: 'node-apart',
          environment: 'node',
          include: ['tests/mocks/**/*.test.ts', ...REPLACING],
        },
      },
      {
        // The server's tests on PostgreSQL too. Only `npm run test:all` runs them.
        extends: true,
        test: {
          ...ON_POSTGRES,
          name: 'postgres',
          environment: 'node',
          isolate: false,
          include: [
            'tests/server/{accounts,dashboard,events,fuzz,grievances,listings,loans,notices,operations,payments,platform/{audit,idempotency,jobs,live,mail,media,openapi}}/**/*.test.ts',
            'tests/server/{demo/demo-seeding,platform/http/server-error}.test.ts',
            'tests/server/notes/*.test.ts',
            'tests/contract/server-contract.test.ts',
            'tests/server/postgres/*.test.ts',
            'tests/server/platform/database/{condition-sql,list-order,migrations/**/*}.test.ts',
          ],
          exclude: [
            ...REPLACING,
            // Too slow here: a hundred histories, and 1,317 calls, each with its own database.
            'tests/server/listings/list/listing-delta-histories.test.ts',
            'tests/server/accounts/sign-in/rights/held-calls.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...ON_POSTGRES,
          name: 'postgres-apart',
          environment: 'node',
          include: REPLACING,
        },
      },
      {
        extends: true,
        test: {
          ...ON_SCREENS,
          name: 'dom',
          isolate: false,
          include: [
            'tests/{api,app,features,files,lists,notes,saved-videos,outbox,query-cache,service-worker,session,storage,ui}/**/*.test.{ts,tsx}',
          ],
          exclude: REPLACING_ON_SCREENS,
        },
      },
      {
        extends: true,
        test: { ...ON_SCREENS, name: 'dom-apart', include: REPLACING_ON_SCREENS },
      },
      {
        extends: true,
        plugins: [stepFaults()],
        test: {
          name: 'faults',
          environment: 'node',
          isolate: false,
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: FAULTS_TEST_MS,
          hookTimeout: FAULTS_TEST_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          isolate: false,
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/browser/browser-setup.ts'],
          ...ON_BUSY_MACHINE,
          testTimeout: BROWSER_TEST_MS,
          hookTimeout: BROWSER_TEST_MS,
        },
      },
    ],
  },
})
