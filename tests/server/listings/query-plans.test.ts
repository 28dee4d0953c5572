import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#server/database/connection/open-postgres.ts'
import { call } from '#tests/server/api-call.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { isOnPostgres } from '#tests/support/test-database.ts'

// The query plan of each statement of a call: no growing table is scanned.

const BIG = 'listings|users|transactions|loans|listing_words|member_words|loan_words'
/** SQLite names a table by its alias: `t` a list, `w` its words. */
const SCAN = new RegExp(`^SCAN (${BIG}|t|w)\\b`)
const SHARED_SCAN = new RegExp(`Seq Scan on (${BIG})\\b`)

interface Asked {
  statement: string
  parameters: readonly unknown[]
}

let server: TestServer
let token: string
/** Collects the statements of the call under test. */
let asked: Asked[] | null = null

beforeAll(async () => {
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (!asked) return node
      const { sql: statement, parameters } = server.db.getExecutor().compileQuery(node, queryId)
      if (/^\s*(select|with)/.test(statement)) asked.push({ statement, parameters })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  server = await startTestServer({ plugins: [plugin] })
  token = await server.signIn()
})
afterAll(() => server.close())

/** The statements of a call, as they are sent. */
async function listStatements(path: string): Promise<Asked[]> {
  const seen: Asked[] = []
  asked = seen
  try {
    expect(await call(server, 'GET', path, { token })).toMatchObject({ status: 200 })
  } finally {
    asked = null
  }
  return seen
}

/** The scans of a statement's plan. Walking an index or row ids up to a limit is not a scan. */
async function findScans(
  { statement, parameters }: Asked,
  db: TestServer['db'],
): Promise<string[]> {
  if (isOnPostgres()) {
    const plan = await db.executeQuery<Record<'QUERY PLAN', string>>(
      CompiledQuery.raw(`explain ${statement}`, [...parameters]),
    )
    return plan.rows.map((row) => row['QUERY PLAN']).filter((line) => SHARED_SCAN.test(line))
  }
  const plan = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${statement}`, [...parameters]),
  )
  const isWalk = / limit /.test(statement)
  const isByNumber = / order by n desc limit /.test(statement)
  return plan.rows
    .map(({ detail }) => detail)
    .filter((line) => SCAN.test(line) && !isByNumber)
    .filter((line) => !(isWalk && / USING (COVERING )?INDEX /.test(line)))
}

/**
 * With other plans disabled, PostgreSQL scans only what it cannot find otherwise, even in small
 * tables.
 */
async function openWithoutScans(): Promise<TestServer['db']> {
  return isOnPostgres()
    ? openPostgres(`${server.place}?options=-c%20enable_seqscan%3Doff`, null)
    : Promise.resolve(server.db)
}

test.each([
  'dashboard-stats',
  'properties',
  'properties?limit=50',
  'properties?sort=price',
  'properties?sort=-name&status=pending',
  'properties?sort=-price&status=approved&saleType=Sell',
  'properties?q=villa',
  'properties?q=vi&sort=name&saleType=Rent',
  'properties?q=nobody here&status=rejected&sort=-price',
  'users',
  'users?sort=-name',
  'users?q=rao',
  'loan',
  'loan?limit=5',
  'loan?q=rao',
])('answers %s without a scan', async (path) => {
  const statements = await listStatements(`/api/admin/${path.replaceAll(' ', '%20')}`)
  expect(statements.length).toBeGreaterThan(2)
  const db = await openWithoutScans()
  const scans: string[] = []
  for (const asked of statements)
    for (const scan of await findScans(asked, db)) scans.push(`${scan} in ${asked.statement}`)
  if (db !== server.db) await db.destroy()
  expect(scans).toEqual([])
})

test.each([
  ['that is frequent is searched along the list', 'villa', ['walk']],
  ['that is rare is searched by its trigrams', 'nobody', ['trigrams']],
])('a word %s', async (_, q, ways) => {
  const statements = await listStatements(`/api/admin/properties?limit=3&q=${q}`)
  const found = statements.flatMap(({ statement }) => {
    if (/ as p cross join /.test(statement)) return ['walk']
    return /with found/.test(statement) ? ['trigrams'] : []
  })
  expect(found).toEqual(ways)
})

test('detects a scan', async () => {
  const db = await openWithoutScans()
  const { sql: statement, parameters } = sql`select city from listings where city = 'Pune'`.compile(
    db,
  )
  expect(await findScans({ statement, parameters }, db)).toHaveLength(1)
  if (db !== server.db) await db.destroy()
})
