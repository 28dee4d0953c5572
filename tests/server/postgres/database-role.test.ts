import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { startServer } from '#server/main/start-server.ts'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import {
  openPostgres,
  openSharedDatabase,
} from '#server/platform/database/connection/open-postgres.ts'
import { call } from '#tests/server/api-call.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'

// Checks that the role which deploy/database-role.sql creates has the rights that the server needs, and no others.

const SCRIPT = readFileSync(join(import.meta.dirname, '../../../deploy/database-role.sql'), 'utf8')
const PASSWORD = "a role's password"
const OPERATOR = { email: 'operator@example.in', password: 'a long operator password' }

let admin: pg.Client

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  // Runs the statements of the file without psql: omits comments and psql commands, and inserts the password.
  const statements = SCRIPT.replace(/^(--|\\getenv ).*$/gm, '')
    .replace(":'password'", admin.escapeLiteral(PASSWORD))
    .split(';')
  for (const statement of statements.filter((text) => text.trim())) await admin.query(statement)
  return async () => {
    await admin.query('drop database marketplace with (force)')
    await admin.query('drop role marketplace')
    await admin.query('grant connect, temporary on database postgres, template1 to public')
    await admin.end()
  }
})

function urlOf(database: string): string {
  const url = new URL(inject('postgres'))
  url.username = 'marketplace'
  url.password = encodeURIComponent(PASSWORD)
  url.pathname = database
  return url.href
}

/** Runs a statement as the role. Returns PostgreSQL's error code, or null when the statement succeeds. */
async function findRefusal(statement: string, database = 'marketplace'): Promise<string | null> {
  const client = new pg.Client({ connectionString: urlOf(database) })
  try {
    await client.connect()
    await client.query(statement)
    return null
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code ?? ''
    throw error
  } finally {
    await client.end()
  }
}

test('with the role, the server creates its tables, serves requests, and can be backed up and restored', async () => {
  const folder = makeFolderForTest()
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: urlOf('marketplace'),
    APP_SECRET: 'a secret that only tests know, 1234',
    PAN_KEY: TEST_PAN_KEY,
    ADMIN_EMAIL: OPERATOR.email,
    ADMIN_PASSWORD: OPERATOR.password,
    SEED: 'demo',
    LOG_LEVEL: 'silent',
  })
  const server = await startServer(settings, null)
  const url = `http://127.0.0.1:${server.port}/api`
  const app = { request: (path: string, init: RequestInit) => fetch(`${url}${path}`, init) }
  const signedIn = await call({ app }, 'POST', '/auth/login', { body: OPERATOR })
  const token = String(signedIn.json['token'])
  const list = await call({ app }, 'GET', '/admin/properties?limit=1', { token })
  const path = `/admin/property/${String(list.json['data']?.['0']?.['_id'])}`
  expect((await call({ app }, 'DELETE', path, { token })).status).toBe(200)
  await server.close()

  const file = join(folder, 'whole.backup')
  const db = openPostgres(urlOf('marketplace'), null)
  await backUp(db, file)
  await db.destroy()
  expect(existsSync(file)).toBe(true)
  await admin.query('drop database marketplace with (force)')
  await admin.query('create database marketplace owner marketplace template template0')
  await admin.query('revoke all on database marketplace from public')
  const emptied = await openSharedDatabase(urlOf('marketplace'))
  const restored = await restoreBackup(file, { ...settings, db: emptied.db })
  await emptied.close()
  expect(restored.audit.rows).toBeGreaterThan(0)
})

test.each([
  ['make a role', 'create role another'],
  ['make itself a superuser', 'alter role marketplace superuser'],
  ['make a database', 'create database another'],
  ["read the roles' passwords", 'select * from pg_authid'],
  ['read files of the machine', "select pg_read_file('postgresql.conf')"],
  ['run programs of the machine', "copy (select 1) to program 'true'"],
  ['write files of the machine', "copy (select 1) to '/dev/null'"],
  ['change the settings of the database server', "alter system set log_statement = 'all'"],
])('the role cannot %s', async (_, statement) => {
  expect(await findRefusal(statement)).toBe('42501')
})

test('the role connects to its own database only, and owns no other', async () => {
  expect(await findRefusal('select 1')).toBe(null)
  expect(await findRefusal('select 1', 'postgres')).toBe('42501')
  expect(await findRefusal('select 1', 'template1')).toBe('42501')
  const { rows } = await admin.query(
    'select datname from pg_database where datdba = (select oid from pg_roles where rolname = $1)',
    ['marketplace'],
  )
  expect(rows).toEqual([{ datname: 'marketplace' }])
})
