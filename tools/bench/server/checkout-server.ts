import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CompiledQuery } from 'kysely'
import { startApi } from '#tests/server/server-process.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { makeBenchMarket } from '#tools/bench/bench-market.ts'
import { signInAt } from '#tools/bench/device/device-market.ts'

// Runs the server of this checkout or of another one. Schemas may differ, so each checkout's own code creates its database.

export interface Checkout {
  name: 'before' | 'after'
  folder: string
}

export type CheckoutServer = Awaited<ReturnType<typeof startCheckout>>

const OPERATOR = { email: 'operator@marketplace.example', password: 'a long operator password' }

export async function startCheckout(
  { folder }: Checkout,
  { listingCount, databaseUrl }: { listingCount: number; databaseUrl: string | null },
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-bench-'))
  const place = { databaseUrl, dataDir }
  const market = makeBenchMarket(listingCount)
  await fillDatabase(folder, place, market)
  const start = () =>
    startApi(
      {
        DATA_DIR: dataDir,
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
        SEED: 'none',
        APP_SECRET: 'a secret that only the bench knows, 1',
        ADMIN_PASSWORD: OPERATOR.password,
        REQUESTS_PER_MINUTE: '0',
        LOG_LEVEL: 'warn',
      },
      ['--api-only'],
      folder,
    )
  let program = await start()
  let { token } = await signInAt(program.url, OPERATOR)
  return {
    place,
    /** The ids of all listings. */
    ids: market.listings.map(({ id }) => id),
    get url() {
      return program.url
    },
    get pid() {
      return program.child.pid ?? 0
    },
    /** The operator's session token. */
    get token() {
      return token
    },
    /** Restarts the process with the same data. */
    async restart() {
      await program.stop('SIGTERM')
      program = await start()
      ;({ token } = await signInAt(program.url, OPERATOR))
    },
    async close() {
      await program.stop('SIGTERM')
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function fillDatabase(
  folder: string,
  place: { databaseUrl: string | null; dataDir: string },
  market: ReturnType<typeof makeBenchMarket>,
): Promise<void> {
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href)
  // These functions must have the same signatures in the other checkout.
  const { openData }: typeof import('#server/platform/database/open-data.ts') = await load(
    'server/platform/database/open-data.ts',
  )
  const { seed }: typeof import('#server/demo/demo-seeding.ts') = await load(
    'server/demo/demo-seeding.ts',
  )
  const { db, close } = await openData(place)
  await seed(db, market, testPans)
  // Updates the planner's statistics, as autovacuum would do within a minute after so many inserts.
  if (place.databaseUrl !== null) await db.executeQuery(CompiledQuery.raw('analyze'))
  await close()
}
