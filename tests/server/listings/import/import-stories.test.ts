// @module-tag long

import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openExistingData } from '#server/platform/database/connection/open-database.ts'
import { groupIndian } from '#src/domain/money.ts'
import { call } from '#tests/server/api-call.ts'
import { manage, startApi } from '#tests/server/server-process.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import { MAPPING } from './file-import-calls.ts'
import { BUSINESS } from './import-calls.ts'
import { makeCells, writeCsv, writeXlsx } from './sheet-files.ts'

const STORY_MS = 300_000 // long, because real processes start, and the lease of a killed one lasts a minute
const ROWS = 10_000
const BAD = 300
const POLL_MS = 200

const folder = folderForEachTest()
let env: Record<string, string>
let server: Awaited<ReturnType<typeof startApi>>
let token: string

beforeEach(async () => {
  env = { DATA_DIR: folder.at('data'), SEED: 'none', LOG_LEVEL: 'error' }
  server = await startApi(env)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  const body = { email: 'operator@marketplace.example', password: server.password }
  token = String((await call(server, 'POST', '/api/auth/login', { body })).json['token'])
}, STORY_MS)

async function ask(method: string, path: string, body?: unknown) {
  const { status, text, json } = await call(server, method, `/api/admin/imports${path}`, {
    token,
    body,
  })
  if (status !== 200) throw new Error(`${method} ${path}: ${text}`)
  return json['data']
}

async function begin(file: string | Uint8Array): Promise<string> {
  const id = String((await ask('POST', '?name=flats', file))?.['_id'])
  await ask('POST', `/${id}/start`, { mapping: MAPPING, business: BUSINESS })
  return id
}

interface Progress {
  _id: string
  state: string
  created: number
  refused: number
}

async function measureHealthMs(): Promise<number> {
  const askedAt = Date.now()
  const { status } = await fetch(`${server.url}/api/healthz`)
  expect(status).toBe(200)
  return Date.now() - askedAt
}

/** Polls until the file meets the condition. */
async function waitFor(id: string, hasReached: (file: Progress) => boolean): Promise<Progress> {
  for (;;) {
    const files = (await ask('GET', '')) as unknown as Progress[] // safe cast: the API answers so
    const file = files.find(({ _id }) => _id === id)
    if (!file) throw new Error('the file is gone')
    if (hasReached(file)) return file
    await wait(POLL_MS)
  }
}

function makeRows(name: string, bad = BAD) {
  const every = Math.floor(ROWS / BAD)
  return Array.from({ length: ROWS }, (_, n) =>
    makeCells(`${name}-${n}`, n % every === 0 && n < bad * every ? { PIN: '12' } : {}),
  )
}

/** Counts the listings, and the references by which imports find them. */
async function countListings(): Promise<{ listings: number; references: number }> {
  const { db, close } = await openExistingData(folder.at('data'))
  const [listings, references] = [
    await db.selectFrom('listings').select('id').execute(),
    await db.selectFrom('imported_listings').select('reference').execute(),
  ]
  await close()
  return { listings: listings.length, references: references.length }
}

/** Peak memory of the server in MB; null where the system does not report it. */
function readPeakMb(): number | null {
  try {
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
  } catch {
    return null
  }
}

/** Waits for the end of the import of `makeRows`, and checks that it imported each valid row once. */
async function expectImported(id: string): Promise<void> {
  const file = await waitFor(id, ({ state }) => state === 'done')
  expect(file).toMatchObject({ created: ROWS - BAD, refused: BAD })
}

describe('with real server processes', { timeout: STORY_MS }, () => {
  test('ten thousand rows, except three hundred invalid ones, are imported while other requests are served', async () => {
    const startedAt = Date.now()
    const id = await begin(writeXlsx(makeRows('flat')))
    const receivedMs = Date.now() - startedAt
    const others: Promise<number>[] = []
    await waitFor(id, ({ state }) => {
      others.push(measureHealthMs())
      return state === 'done'
    })
    const slowestMs = Math.max(...(await Promise.all(others)))
    process.stdout.write(
      `${ROWS} rows: received in ${receivedMs} ms, done in ${Date.now() - startedAt} ms, slowest answer meanwhile ${slowestMs} ms, peak ${readPeakMb()} MB\n`,
    )
    await expectImported(id)
    expect(await countListings()).toEqual({ listings: ROWS - BAD, references: ROWS - BAD })
  })

  test('a server that is killed during an import continues it after a restart, and imports nothing twice', async () => {
    const id = await begin(writeCsv(makeRows('flat')))
    await waitFor(id, ({ created }) => created > 2_000)
    await server.stop('SIGKILL')
    const before = await countListings()
    expect(before.listings).toBeGreaterThan(2_000)
    expect(before.listings).toBe(before.references)
    expect(before.listings).toBeLessThan(ROWS - BAD)
    server = await startApi(env)
    await expectImported(id)
    expect(await countListings()).toEqual({ listings: ROWS - BAD, references: ROWS - BAD })
  })

  test('two concurrent imports, one of them from the command line, import every row of both files', async () => {
    const path = folder.at('others.csv')
    writeFileSync(path, writeCsv(makeRows('other', 0)))
    const args = ['import', path, '--email', 'other@estates.example', '--business', 'Other Estates']
    const [id, said] = await Promise.all([begin(writeCsv(makeRows('flat'))), manage(args, env)])
    expect(said, said.stderr.slice(-1_000)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        `${groupIndian(ROWS)} created, 0 updated, 0 unchanged, 0 refused.`,
      ),
    })
    await expectImported(id)
    const all = 2 * ROWS - BAD
    expect(await countListings()).toEqual({ listings: all, references: all })
  })
})
