import { afterAll, beforeEach, onTestFinished } from 'vitest'
import { openPostgres, SERVING } from '#server/platform/database/connection/open-postgres.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server-fixture.ts'
import { isOnPostgres, openTestDatabase, type TestDatabase } from './test-database.ts'

/** Starts a server for the running test, which closes it at its end. Works in a test and in `beforeEach`. */
export async function startServerForTest(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  onTestFinished(server.close)
  return server
}

/**
 * On PostgreSQL, starts another server on the same database, like a second process. On SQLite, where only one process
 * may serve a database, returns the same server.
 */
export async function startServerBeside(
  server: TestServer,
  options: TestServerOptions = {},
): Promise<TestServer> {
  if (!isOnPostgres()) return server
  const { place, clock } = server
  const db = openPostgres(place, SERVING)
  const database = { db, place, close: () => db.destroy() }
  return startServerForTest({ ...options, database, seed: 'none', now: clock.now() })
}

/** Starts one server for all tests of the file. Call it at the top of the file, outside of tests. */
export async function startServerForFile(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  afterAll(server.close)
  return server
}

/** Starts a server before each test of the file or `describe` block. The object is always the current test's server. */
export function serverForEachTest(options?: TestServerOptions): TestServer {
  const current = {} as TestServer // complete once a test runs, and no test runs before its `beforeEach`
  beforeEach(async () => {
    Object.assign(current, await startServerForTest(options))
  })
  return current
}

/** Opens a database for the running test, which closes it at its end. Works in a test and in `beforeEach`. */
export async function openDatabaseForTest(
  options?: Parameters<typeof openTestDatabase>[0],
): Promise<TestDatabase> {
  const database = await openTestDatabase(options)
  onTestFinished(database.close)
  return database
}

/** Opens a database before each test of the file. The object is always the current test's database. */
export function databaseForEachTest(
  options?: Parameters<typeof openTestDatabase>[0],
): TestDatabase {
  const current = {} as TestDatabase // complete once a test runs, as in `serverForEachTest`
  beforeEach(async () => {
    Object.assign(current, await openDatabaseForTest(options))
  })
  return current
}
