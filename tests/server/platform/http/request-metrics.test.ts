import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { serverForEachTest, startServerForTest } from '#tests/support/server/server-for-test.ts'

const server = serverForEachTest({ seed: makeMarket({ listings: [makeListing(2)] }) })
let token: string

beforeEach(async () => {
  token = await server.signIn()
})

/** The values of a metric, as lines of Prometheus text, without values of zero. */
async function readLines(name: string, from = server): Promise<string[]> {
  const lines = (await from.metrics.render()).split('\n')
  return lines.filter((line) => line.startsWith(name) && !line.endsWith(' 0'))
}

const COUNT = 'http_request_duration_seconds_count'

function patch(headers: Record<string, string>) {
  const path = `/api/admin/properties/${idOf(2)}/status`
  return call(server, 'PATCH', path, { token, body: { status: 'approved' }, headers })
}

test('two hundred unknown URLs produce one time series for API calls and one for pages', async () => {
  for (let index = 0; index < 200; index += 1) {
    const name = randomBytes(8).toString('hex')
    await call(server, 'GET', `/api/${name}/${name}?${name}=1`)
    await call(server, 'GET', `/${name}`)
  }
  for (const word of ['BREW', 'PROPFIND', 'purge']) await call(server, word, '/api/healthz')
  expect(await readLines(COUNT)).toEqual([
    `${COUNT}{method="GET",route="/api/*",status="4xx"} 200`,
    `${COUNT}{method="GET",route="/*",status="4xx"} 200`,
    `${COUNT}{method="other",route="/api/*",status="4xx"} 3`,
  ])
})

test('requests are counted by route, whatever the id, and by status class', async () => {
  for (let index = 0; index < 20; index += 1)
    await call(server, 'GET', `/api/admin/properties/${idOf(index)}/history`, { token })
  await call(server, 'GET', `/api/admin/properties/${idOf(2)}/history`)
  await call(server, 'GET', '/media/nothing.mp4')
  const route = 'route="/api/admin/properties/:id/history"'
  expect(await readLines(COUNT)).toEqual([
    `${COUNT}{method="GET",${route},status="4xx"} 20`,
    `${COUNT}{method="GET",${route},status="2xx"} 1`,
    `${COUNT}{method="GET",route="/media/*",status="4xx"} 1`,
  ])
})

test('the metrics count replayed answers, version conflicts and refused sign-ins', async () => {
  const key = { 'Idempotency-Key': 'a-key-that-is-sent-twice' }
  await patch(key)
  await patch(key)
  await patch({ 'If-Match': '"1"' })
  const body = { email: 'asha.rao@example.in', password: 'not the right password' }
  for (let index = 0; index < 7; index += 1) await call(server, 'POST', '/api/auth/login', { body })
  expect(await readLines('receipts_replayed_total')).toEqual(['receipts_replayed_total 1'])
  expect(await readLines('version_conflicts_total')).toEqual(['version_conflicts_total 1'])
  expect(await readLines('sign_in_refusals_total')).toEqual([
    'sign_in_refusals_total{reason="credentials"} 5',
    'sign_in_refusals_total{reason="limit"} 2',
  ])
})

test('a request counts as in flight until it is answered', async () => {
  let end = (_: Uint8Array) => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      end = (last) => {
        controller.enqueue(last)
        controller.close()
      }
    },
  })
  // A streamed body needs `duplex: 'half'`, which TypeScript's DOM types lack.
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  const answer = server.app.request('/api/auth/login', init)
  await expect.poll(() => readLines('http_requests_in_flight')).toHaveLength(1)
  end(new TextEncoder().encode('{}'))
  expect((await answer).status).toBe(400)
  expect(await readLines('http_requests_in_flight')).toEqual([])
})

test('a request is timed, and counts as in flight, until the last byte of its answer is sent', async () => {
  const mediaDir = makeFolderForTest()
  // Larger than the buffers between server and client, so that sending cannot end before the client reads.
  const film = Buffer.alloc(16 * 1024 * 1024)
  film.write('ftypisom', 4)
  writeFileSync(join(mediaDir, 'long.mp4'), film)
  const films = await startServerForTest({ seed: 'none', mediaDirs: [mediaDir] })
  const read = (name: string) => readLines(name, films)
  const request = get(`${await films.listen()}/media/long.mp4`)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  expect(await read(COUNT)).toEqual([])
  expect(await read('http_requests_in_flight')).toEqual(['http_requests_in_flight 1'])
  answer.resume()
  await once(answer, 'close')
  const line = `${COUNT}{method="GET",route="/media/*",status="2xx"} 1`
  await expect.poll(() => read(COUNT)).toEqual([line])
  expect(await read('http_requests_in_flight')).toEqual([])
})

test('a request whose client disconnects is no longer in flight', async () => {
  const request = get(`${await server.listen()}/media/videos/kids-room.mp4`)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.destroy()
  await expect.poll(() => readLines('http_requests_in_flight')).toEqual([])
  expect(await readLines(COUNT)).toHaveLength(1)
})

test('a readiness probe of a server that is not ready does not count as a 503', async () => {
  server.lifecycle.phase = 'closing'
  expect((await call(server, 'GET', '/api/readyz')).status).toBe(503)
  expect(await readLines('http_unavailable_total')).toEqual([])
})

test('watchProcess adds process metrics, and measures transactions by outcome until it is ended', async () => {
  const unwatch = server.metrics.watchProcess()
  await patch({})
  const refused = server.db.transaction().execute(async () => {
    throw new Error('rolled back')
  })
  await expect(refused).rejects.toThrow('rolled back')
  unwatch()
  await patch({})
  expect(await readLines('database_transaction_seconds_count')).toEqual([
    // The change, and that the session was seen.
    'database_transaction_seconds_count{outcome="commit"} 2',
    'database_transaction_seconds_count{outcome="rollback"} 1',
  ])
  expect(await readLines('process_cpu_seconds_total')).toHaveLength(1)
})
