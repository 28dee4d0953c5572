import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// The server must send a whole list as a single gzip member, because Chromium silently ignores further members. Node
// reads them, so only a test in a browser finds the fault.

const LISTINGS = 1000 // five chunks

const test = marketTest.extend('server', async ({ distDir }, { onCleanup }) => {
  const listings = Array.from({ length: LISTINGS }, (_, index) => makeListing(index + 10))
  const seed = makeMarket({ listings })
  const server = await startTestServer({ seed, distDir })
  onCleanup(server.close)
  return server
})

test('a browser receives every row of a list of several chunks, even after a chunk changed', async ({
  page,
  server,
  url,
}) => {
  const token = await server.signIn()
  await page.goto(`${url}/api/docs`)
  const readList = () =>
    page.evaluate(async (bearer) => {
      const answer = await fetch('/api/admin/properties', {
        headers: { Authorization: `Bearer ${bearer}` },
      })
      const { data } = await answer.json()
      return {
        encoding: answer.headers.get('Content-Encoding'),
        rows: Array.from(data as { _id: string; status: string }[], ({ _id, status }) => [
          _id,
          status,
        ]),
      }
    }, token)
  const rows = Array.from({ length: LISTINGS }, (_, index) => [
    idOf(LISTINGS + 9 - index),
    'pending',
  ])
  expect(await readList()).toEqual({ encoding: 'gzip', rows })
  const changed = await fetch(`${url}/api/admin/properties/${idOf(500)}/status`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'approved' }),
  })
  expect(changed.status).toBe(200)
  const expected = rows.map(([id, status]) => [id, id === idOf(500) ? 'approved' : status])
  expect(await readList()).toEqual({ encoding: 'gzip', rows: expected })
})
