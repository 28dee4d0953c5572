import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import type { BenchRow } from './measurement.ts'
import { readPeakMb } from './peak-memory.ts'

// Backup, restore and move of a large market, by the built command line, each in a process of its own.

const PROGRAM = 'dist/.server/manage.js'
const WATCH_MS = 100 // the peak that Linux records only grows, so the last look is almost the end
const MOST_MB = 400

/** Empty databases of a PostgreSQL. */
export interface EmptyUrls {
  restore: string
  move: string
}

type Environment = Record<string, string>

/** Backs up the server's database and restores the backup into `emptyUrl` of PostgreSQL, or into a new data folder. */
export async function measureCopies(
  server: TestServer,
  emptyUrls: EmptyUrls | null,
): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'size-copies-'))
  try {
    const backup = join(folder, 'market.backup')
    const from = emptyUrls
      ? onPostgres(server.place, join(folder, 'none'))
      : await copyFolder(server, join(folder, 'data'))
    const to = emptyUrls
      ? onPostgres(emptyUrls.restore, join(folder, 'other'))
      : { DATA_DIR: join(folder, 'other') }
    const rows = [
      ...(await runCommand('A backup', ['backup', backup], from)),
      ...(await runCommand('A restore', ['restore', '--yes', backup], to)),
    ]
    if (!emptyUrls) return rows
    // The folder that the restore of a backup makes is what a move begins with.
    const moved = join(folder, 'moved')
    await runCommand('', ['restore', '--yes', backup], { DATA_DIR: moved })
    const target = onPostgres(emptyUrls.move, moved)
    return [...rows, ...(await runCommand('A move to PostgreSQL', ['move', '--yes'], target))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function onPostgres(url: string, dataDir: string): Environment {
  return { DATABASE_URL: url, DATA_DIR: dataDir, APP_SECRET: 'a secret of the bench alone, 12345' }
}

async function copyFolder({ db, place }: TestServer, dataDir: string): Promise<Environment> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  mkdirSync(dataDir)
  copyFileSync(place, join(dataDir, 'marketplace.db'))
  return { DATA_DIR: dataDir }
}

async function runCommand(what: string, args: string[], env: Environment): Promise<BenchRow[]> {
  const started = performance.now()
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], SEED: 'none', PAN_KEY: TEST_PAN_KEY, ...env },
  })
  let peakMb = 0
  const watch = setInterval(() => {
    const seenMb = child.exitCode === null ? readPeakMb(child.pid) : Number.NaN
    // A process that has just ended reports no memory.
    if (!Number.isNaN(seenMb)) peakMb = Math.max(peakMb, seenMb)
  }, WATCH_MS)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${said}`)
  const took = (performance.now() - started) / 1000
  return [
    { what: `${what}: memory at its peak`, unit: 'MB', figures: [peakMb], reach: MOST_MB },
    { what: `${what}: time`, unit: 's', figures: [took], reach: null },
  ]
}
