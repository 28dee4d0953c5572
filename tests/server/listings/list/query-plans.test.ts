import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { changeListing } from '#server/listings/changes/listing-writer-service.ts'
import { insertMediaRow } from '#server/listings/media/listing-media-repository.ts'
import { openPostgres } from '#server/platform/database/connection/open-postgres.ts'
import { call } from '#tests/server/api-call.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'

// For each SELECT statement that an API call runs, checks that the database does not scan a table that grows with use.

const BIG =
  'listings|users|transactions|loans|listing_words|member_words|loan_words|postings|media|photo_bands|listing_views|listing_viewers|listing_changes'
/** SQLite names a table by its alias: `t` in lists, `w` for words, `own` and `theirs` in duplicate checks. */
const SCAN = new RegExp(`^SCAN (${BIG}|t|w|own|theirs)\\b`)
/** A lookup of all used photos, which is nearly a scan because most photos are in use. */
const OF_ALL_USED = /USING INDEX media_unused \(unused_since=\?\)/
const SHARED_SCAN = new RegExp(`Seq Scan on (${BIG})\\b`)

const NOW = '2026-01-01T00:00:00.000Z'

interface Asked {
  statement: string
  parameters: readonly unknown[]
}

let server: TestServer
let token: string
let submittedPath: string
/** The statements of the API call under test; null while no call is under test. */
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
  await submit()
  return server.close
})

/** Inserts a submitted listing for which each of the automatic checks for reviewers runs its queries. */
async function submit(): Promise<void> {
  const listings = server.db.selectFrom('listings').selectAll()
  const listing = await listings.where('city', '=', 'Pune').limit(1).executeTakeFirstOrThrow()
  const file = { owner_id: listing.owner_id, posting_id: listing.id, created_at: NOW }
  const size = {
    unused_since: null,
    width: 1,
    height: 1,
    bytes: 1,
    thumbhash: null,
    crop_hashes: null,
    checksum: 'c',
  }
  const media = [...'0123456789'].map((digit) => digit.repeat(32))
  for (const [index, id] of media.entries()) {
    const kind =
      index === 0
        ? ({ kind: 'video', duration_ms: 1, perceptual_hash: null } as const)
        : ({ kind: 'photo', duration_ms: null, perceptual_hash: `0f${index}e`.repeat(4) } as const)
    await insertMediaRow(server.db, { ...file, ...size, ...kind, id })
  }
  const place = { deal: 'sell', kind: 'villa', city: 'Pune', pincode: '411045', locality: 'Baner' }
  const text = JSON.stringify({ ...place, area: 1, title: '98765 43210', media })
  await server.db.transaction().execute((trx) =>
    changeListing(trx, listing.id, {
      kind: 'submitted',
      by: { userId: listing.owner_id, deviceLabel: 'A test' },
      now: new Date(NOW),
      status: listing.status ?? 'pending',
      record: { body: text, submitted: text },
    }),
  )
  submittedPath = `properties/${listing.id}/posting`
}

/** The SELECT statements of a call, as they are sent. */
async function listStatements(path: string, by = token): Promise<Asked[]> {
  const seen: Asked[] = []
  asked = seen
  try {
    expect(await call(server, 'GET', path, { token: by })).toMatchObject({ status: 200 })
  } finally {
    asked = null
  }
  return seen
}

/** The table scans in a statement's query plan. Reading at most LIMIT entries of an index does not count as a scan. */
async function findScans(
  { statement, parameters }: Asked,
  db: TestServer['db'],
): Promise<string[]> {
  const explain = <Row>(verb: string) =>
    db.executeQuery<Row>(CompiledQuery.raw(`${verb} ${statement}`, [...parameters]))
  if (isOnPostgres()) {
    const { rows } = await explain<Record<'QUERY PLAN', string>>('explain')
    return rows.map((row) => row['QUERY PLAN']).filter((line) => SHARED_SCAN.test(line))
  }
  const { rows } = await explain<{ detail: string }>('explain query plan')
  const hasLimit = / limit /.test(statement)
  const isByNumber = / order by n desc limit /.test(statement)
  return rows
    .map(({ detail }) => detail)
    .filter((line) => {
      if (OF_ALL_USED.test(line)) return true
      const isLimitedIndexScan = hasLimit && / USING (COVERING )?INDEX /.test(line)
      return SCAN.test(line) && !isByNumber && !isLimitedIndexScan
    })
}

/** Disables sequential scans, so that PostgreSQL scans even a small table only if no index fits. */
async function openWithoutScans(): Promise<TestServer['db']> {
  return isOnPostgres()
    ? openPostgres(`${server.place}?options=-c%20enable_seqscan%3Doff`, null)
    : Promise.resolve(server.db)
}

async function listScans(path: string): Promise<string[]> {
  return findAllScans(await listStatements(`/api/admin/${path.replaceAll(' ', '%20')}`))
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
])('the server answers %s without a table scan', async (path) => {
  expect(await listScans(path)).toEqual([])
})

test('the server lists the listings of an owner without a table scan', async () => {
  const { email } = server.demoUser
  const owner = await server.signIn({ email, preferredRole: 'user' })
  expect(await findAllScans(await listStatements('/api/account/listings', owner))).toEqual([])
})

test('the server checks a submitted listing without a table scan', async () => {
  expect(await listScans(submittedPath)).toEqual([])
})

async function findAllScans(statements: readonly Asked[]): Promise<string[]> {
  expect(statements.length).toBeGreaterThan(2)
  const db = await openWithoutScans()
  const scans: string[] = []
  for (const asked of statements)
    for (const scan of await findScans(asked, db)) scans.push(`${scan} in ${asked.statement}`)
  if (db !== server.db) await db.destroy()
  return scans
}

test.each([
  ['frequent word reads the listings in the order of the list', 'villa', ['index scan']],
  ['rare word looks up its trigrams', 'nobody', ['trigrams']],
])('a search for a %s', async (_, q, ways) => {
  const statements = await listStatements(`/api/admin/properties?limit=3&q=${q}`)
  const found = statements.flatMap(({ statement }) => {
    if (/ as p cross join /.test(statement)) return ['index scan']
    return /with found/.test(statement) ? ['trigrams'] : []
  })
  expect(found).toEqual(ways)
})

test('findScans detects the table scan of a query without an index', async () => {
  const db = await openWithoutScans()
  const query = sql`select city from listings where furnishing = 'Bare'`
  const { sql: statement, parameters } = query.compile(db)
  expect(await findScans({ statement, parameters }, db)).toHaveLength(1)
  if (db !== server.db) await db.destroy()
})
