import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeExportKind } from '#server/accounts/export/export-job-run-service.ts'
import { removeOldExports } from '#server/accounts/export/export-job-service.ts'
import { makeExportedLists } from '#server/operations/exported-lists.ts'
import { EXPORT_HOURS } from '#src/domain/retention.ts'
import { call } from '#tests/server/api-call.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { claimJobs, runJobs } from '#tests/support/server/job-run.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { orderListings } from './ordered-export.ts'

const HOUR_MS = 3_600_000
const LISTINGS = 2_000 // four parts

let server: TestServer
let reads = 0
/** Called with the number of each part of rows that is read. */
let onPart: (part: number) => Promise<void> = async () => undefined

beforeEach(async () => {
  reads = 0
  onPart = async () => undefined
  server = await startServerForTest({
    seed: makeMarket({
      listings: Array.from({ length: LISTINGS }, (_, n) => makeListing(n + 10)),
    }),
  })
})

function exportKind() {
  const { db, write, log, uploadDir } = server
  const deps = { db, write, log, uploadDir, clock: server.clock.now }
  const lists = makeExportedLists({ ...deps, pans: testPans })
  const { properties } = lists
  async function* readRows(...args: Parameters<typeof properties.readRows>) {
    for await (const rows of properties.readRows(...args)) {
      reads += 1
      await onPart(reads)
      yield rows
    }
  }
  return makeExportKind(deps, { ...lists, properties: { ...properties, readRows } })
}

/** A large export, whose list is short here. */
const order = (email?: string, change: { query?: string } = {}) =>
  orderListings(server, LISTINGS, { ...(email !== undefined && { email }), ...change })

const listFiles = () => (existsSync(server.uploadDir) ? readdirSync(server.uploadDir) : [])
const ask = (method: string, path: string, token: string) =>
  call(server, method, `/api/admin/exports${path}`, { token })

async function listFor(token: string) {
  // The cast is safe: this call answers with a list of exports.
  return (await ask('GET', '', token)).json['data'] as unknown as Record<string, unknown>[]
}

async function download(id: string, token: string, headers: Record<string, string> = {}) {
  const answer = await server.app.request(`/api/admin/exports/${id}/file`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('an export of the job is the file that would have been sent at once', async () => {
  const token = await server.signIn()
  const sent = await server.app.request('/api/admin/properties/export', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ format: 'csv', query: 'sort=name' }),
  })
  const id = await order()
  expect(await listFor(token)).toMatchObject([
    { _id: id, state: 'running', rows: 0, total: LISTINGS, isOwn: true, madeBy: 'Operator' },
  ])
  expect((await download(id, token)).status).toBe(404)
  await runJobs(server, exportKind())
  expect(await listFor(token)).toMatchObject([{ state: 'ready', rows: LISTINGS, problem: null }])
  const { status, headers, text } = await download(id, token)
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('Content-Disposition')).toBe(
    'attachment; filename="properties-2025-09-17.csv"',
  )
  expect(text).toBe(await sent.text())
  expect(await download(id, token, { Range: 'bytes=3-4' })).toMatchObject({
    status: 206,
    text: 'ID',
  })
})

test('an export is stopped before its next part of rows once it is cancelled, and leaves nothing', async () => {
  const token = await server.signIn()
  const id = await order()
  onPart = async (part) => {
    if (part === 2) expect((await ask('DELETE', `/${id}`, token)).status).toBe(200)
  }
  await runJobs(server, exportKind())
  expect(reads).toBe(2)
  expect(await listFor(token)).toEqual([])
  expect(listFiles()).toEqual([])
  expect(await server.db.selectFrom('jobs').selectAll().execute()).toEqual([])
})

const asOwner = async (method: string, path: string, body?: object) => {
  const token = await server.signIn()
  const answer = await call(server, method, path, { token, ...(body && { body }) })
  expect(answer.status).toBe(200)
}

test.each<[string, RegExp, (id: string, token: string) => Promise<void>]>([
  [
    'is suspended',
    /no access any more/,
    (id) => asOwner('PATCH', `/api/admin/staff/${id}/suspension`, { isSuspended: true }),
  ],
  [
    'gets a role that does not see the list',
    /may not see listings/,
    (id) => asOwner('PATCH', `/api/admin/staff/${id}/role`, { role: 'loans' }),
  ],
  [
    'gets a role that does not see its details',
    /may not see an owner's contact/,
    (id) => asOwner('PATCH', `/api/admin/staff/${id}/role`, { role: 'viewer' }),
  ],
  [
    'signs out on the last device',
    /signed out on all devices/,
    async (_, token) => {
      await call(server, 'POST', '/api/auth/logout', { token })
    },
  ],
])(
  'an export is stopped before its next part of rows when its person %s',
  async (_what, says, end) => {
    const token = await server.signInAs('reviewer')
    const email = 'reviewer@team.example'
    const id = await order(email)
    const userId = await server.findAccountId(email)
    onPart = async (part) => {
      if (part === 2) await end(userId, token)
    }
    await runJobs(server, exportKind())
    expect(reads).toBe(2)
    expect(listFiles()).toEqual([])
    const row = await server.db.selectFrom('exports').selectAll().executeTakeFirst()
    expect(row).toMatchObject({ id, state: 'failed', file: null })
    expect(row?.problem).toMatch(says)
  },
)

test('an export goes on while its person signs out on one of two devices', async () => {
  const token = await server.signInAs('reviewer')
  const other = await server.signIn({ email: 'reviewer@team.example' })
  await order('reviewer@team.example')
  await call(server, 'POST', '/api/auth/logout', { token })
  await runJobs(server, exportKind())
  expect(await listFor(other)).toMatchObject([{ state: 'ready' }])
})

test('the rights count again at the download, and so does the proof of identity', async () => {
  const token = await server.signInAs('reviewer')
  const id = await order('reviewer@team.example')
  await runJobs(server, exportKind())
  server.clock.advance(HOUR_MS / 6)
  expect((await download(id, token)).text).toContain('confirm-identity')
  const fresh = await server.signIn({ email: 'reviewer@team.example' })
  expect((await download(id, fresh)).status).toBe(200)
  const userId = await server.findAccountId('reviewer@team.example')
  await asOwner('PATCH', `/api/admin/staff/${userId}/role`, { role: 'viewer' })
  const viewer = await server.signIn({ email: 'reviewer@team.example' })
  expect((await download(id, viewer)).text).toContain('not-allowed')
})

test('each person has the own exports, owners see and delete those of all, and nobody gets the file of another', async () => {
  const owner = await server.signIn()
  const reviewer = await server.signInAs('reviewer')
  const support = await server.signInAs('support')
  const id = await order('reviewer@team.example')
  await runJobs(server, exportKind())
  expect(await listFor(support)).toEqual([])
  expect(await listFor(reviewer)).toMatchObject([{ _id: id, isOwn: true }])
  expect(await listFor(owner)).toMatchObject([{ isOwn: false, madeBy: 'Reviewer Person' }])
  for (const other of [owner, support]) expect((await download(id, other)).status).toBe(404)
  expect((await ask('DELETE', `/${id}`, support)).json).toMatchObject({ code: 'not-allowed' })
  expect(listFiles()).toHaveLength(1)
  expect((await ask('DELETE', `/${id}`, owner)).status).toBe(200)
  expect(listFiles()).toEqual([])
  expect(await server.listAudit('export-removal')).toMatchObject([{ to_value: 'properties' }])
})

test('an export whose process was killed is made anew, and what the killed one wrote is deleted', async () => {
  const token = await server.signIn()
  const id = await order()
  const [killed] = await claimJobs(server, exportKind())
  expect(killed).toBeDefined()
  mkdirSync(server.uploadDir, { recursive: true })
  writeFileSync(join(server.uploadDir, `${id}.1.export`), 'half of a file', { flag: 'w' })
  server.clock.advance(60_000)
  await runJobs(server, exportKind())
  expect(await listFor(token)).toMatchObject([{ state: 'ready', rows: LISTINGS }])
  expect((await download(id, token)).text.split('\n')).toHaveLength(LISTINGS + 2)
  // The run that was thought dead writes nothing any more.
  await killed?.()
  expect(listFiles().toSorted()).toEqual([`${id}.1.export`, `${id}.2.export`])
  const old = new Date(server.clock.now().getTime() - 2 * HOUR_MS)
  utimesSync(join(server.uploadDir, `${id}.1.export`), old, old)
  await removeOldExports({ ...server }, server.clock.now())
  expect(listFiles()).toEqual([`${id}.2.export`])
})

test('an export that a stopping server interrupts is made by the next one', async () => {
  const token = await server.signIn()
  await order()
  let isStopping = false
  onPart = async (part) => {
    if (part === 2) isStopping = true
  }
  await runJobs(server, exportKind(), () => isStopping)
  expect([reads, listFiles()]).toEqual([2, []])
  await runJobs(server, exportKind())
  expect(await listFor(token)).toMatchObject([{ state: 'ready', rows: LISTINGS }])
})

test('a list that fails while it is read is tried for ten minutes, and then the person is told', async () => {
  const token = await server.signIn()
  await order()
  onPart = async () => {
    throw new Error('a defect')
  }
  await runJobs(server, exportKind())
  expect(await listFor(token)).toMatchObject([{ state: 'running' }])
  for (let tries = 0; tries < 15; tries += 1) {
    server.clock.advance(60_000)
    await runJobs(server, exportKind())
  }
  expect(await listFor(token)).toMatchObject([
    { state: 'failed', problem: 'The server could not make the file. Export the list again.' },
  ])
  expect(listFiles()).toEqual([])
})

test('a search of a large list finds the rows of the screen', async () => {
  const token = await server.signIn()
  const id = await order(undefined, { query: 'q=flat 1009' })
  await runJobs(server, exportKind())
  expect(await listFor(token)).toMatchObject([{ rows: 1 }])
  expect((await download(id, token)).text).toContain('Flat 1009')
})

test('five exports of a person are made at a time, and a day after its order an export is gone', async () => {
  const token = await server.signIn()
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push(await order())
  await expect(order()).rejects.toThrow('5 of your exports are being made')
  await runJobs(server, exportKind())
  expect(listFiles()).toHaveLength(5)
  server.clock.advance(EXPORT_HOURS * HOUR_MS - 1)
  const late = await server.signIn()
  expect(await listFor(late)).toHaveLength(5)
  server.clock.advance(1)
  expect(await listFor(late)).toEqual([])
  expect((await download(ids[0] ?? '', late)).status).toBe(404)
  await removeOldExports({ ...server }, server.clock.now())
  expect(listFiles()).toEqual([])
  expect(await server.db.selectFrom('exports').selectAll().execute()).toEqual([])
  expect(token).not.toBe('')
})
