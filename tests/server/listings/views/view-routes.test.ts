import { beforeEach, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { OLD_LISTING, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { idOf } from '#tests/server/market-data.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { deviceOf, findViews, report } from './view-calls.ts'

const SITE = 'https://homes.example.in'
const BROWSER = 'Mozilla/5.0 (Linux; Android 14; CUBOT X90) AppleWebKit/537.36 Chrome/141.0.0.0'

const { server, asha, operator } = postingForEachTest({ settings: { corsOrigins: [SITE] } })
let id: string

beforeEach(async () => {
  id = await asha.post()
  await operator.decide(id, 'approved')
})

const see = () => findViews(server, id)
const view = (number = 1) => report(server, id, deviceOf(number))

test('owners see no view counts until the first view of any listing is reported', async () => {
  expect(await see()).toBeNull()
  await report(server, OLD_LISTING, deviceOf(1))
  expect(await see()).toEqual([0, 0])
  await view()
  expect(await see()).toEqual([1, 1])
})

test('a page of an allowed site reports a view without a CORS preflight; a page of another site is refused', async () => {
  const from = (origin: string) =>
    report(server, id, deviceOf(1), {
      headers: { Origin: origin, 'Sec-Fetch-Site': 'cross-site', 'User-Agent': BROWSER },
    })
  expect(await from('https://evil.example')).toMatchObject({
    status: 403,
    json: { code: 'foreign-page' },
  })
  expect(await see()).toBeNull()
  const answer = await from(SITE)
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(SITE)
  expect(await see()).toEqual([1, 1])
})

test.each<[string, () => Promise<unknown>]>([
  ['pending', () => operator.decide(id, 'pending')],
  ['rejected', () => operator.decide(id, 'rejected')],
  ['sold', () => asha.act(id, 'sold')],
  ['withdrawn', () => asha.act(id, 'withdraw')],
  ['expired', () => server.db.updateTable('postings').set({ seller_state: 'expired' }).execute()],
])(
  'a view of a %s listing is not counted, but gets the same answer as any other',
  async (_, hide) => {
    const shown = await view(1)
    await hide()
    const unknown = await report(server, idOf(999), deviceOf(1))
    for (const { status, text, headers } of [await view(2), unknown]) {
      headers.set('X-Request-Id', shown.headers.get('X-Request-Id') ?? '')
      expect([status, text, [...headers]]).toEqual([204, '', [...shown.headers]])
    }
    expect(await see()).toEqual([1, 1])
  },
)

test('views of the approved version are counted while a newer version is reviewed', async () => {
  await asha.submit(id, { ...FLAT, title: 'Another title' })
  await view()
  expect(await see()).toEqual([1, 1])
})

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 0],
  ['Mozilla/5.0 (compatible; YandexBot/3.0)', 0],
  ['Mozilla/5.0 HeadlessChrome/141.0.0.0', 0],
  ['Baiduspider+(+http://www.baidu.com/search/spider.htm)', 0],
  [BROWSER, 1],
  ['', 1],
])('a view with the user agent "%s" adds %i to the count', async (userAgent, views) => {
  await report(server, OLD_LISTING, deviceOf(1))
  await report(server, id, deviceOf(1), { headers: { 'User-Agent': userAgent } })
  expect(await see()).toEqual([views, views])
})

test.each([
  ['an empty body', '', 'The body is not valid JSON.'],
  ['a JSON array', '[]', 'Send the listing and the device as a JSON object.'],
  ['no listing id', { device: deviceOf(1) }, 'Send the id of the listing'],
  [
    'a reference number instead of a listing id',
    { listing: 'PUNE-0042', device: deviceOf(1) },
    'Send the id of the listing',
  ],
  ['no device number', { listing: OLD_LISTING }, 'Send a random number of the device'],
  [
    'a device number that is too short',
    { listing: OLD_LISTING, device: '7' },
    'Send a random number of the device',
  ],
])(
  'a report with %s is refused with an error message and changes nothing',
  async (_, body, sentence) => {
    const before = await readAllText(server)
    expect(await call(server, 'POST', '/api/views', { body })).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining(sentence) },
    })
    expect(await readAllText(server)).toBe(before)
  },
)

test('no IP address or device number is stored, and views of two listings by one device cannot be linked', async () => {
  const from = '203.0.113.77'
  for (const listing of [id, OLD_LISTING]) await report(server, listing, deviceOf(7), { from })
  const stored = await readAllText(server)
  expect(stored).not.toContain(deviceOf(7))
  expect(stored).not.toContain(from)
  const rows = await server.db.selectFrom('listing_viewers').selectAll().execute()
  expect(new Set(rows.map(({ viewer }) => viewer)).size).toBe(2)
})

test('view counts remain when a listing is withdrawn and posted again, and are deleted with the listing', async () => {
  await view()
  await asha.act(id, 'withdraw')
  await asha.act(id, 'submit')
  await operator.decide(id, 'approved')
  await view(2)
  expect(await see()).toEqual([2, 2])
  await asha.act(id, 'withdraw')
  await asha.remove(id)
  await report(server, OLD_LISTING, deviceOf(1))
  await operator.ask('DELETE', `properties/${OLD_LISTING}`)
  expect(await server.db.selectFrom('listing_viewers').selectAll().execute()).toEqual([])
})
