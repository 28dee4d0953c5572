import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readProxyRange } from '#server/config/proxy-range.ts'
import { limitConnections } from '#server/http/connection-limit.ts'

const NETWORK = '198.51.100.7' // reserved for documentation (RFC 5737)
const MINUTE_MS = 60_000

let server: Server
const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
})

/** Starts a real server for which every connection seems to come from `address`. */
async function start(total: number, perNetwork: number, address = NETWORK, trusted = '') {
  server = createServer({ keepAliveTimeout: MINUTE_MS }, (_, response) => response.end('served'))
  const lines: object[] = []
  let now = 0
  server.prependListener('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: address }),
  )
  limitConnections(server, {
    limits: { total, perNetwork },
    trustedProxies: trusted ? [readProxyRange(trusted)] : [],
    log: { warn: (line: object) => lines.push(line) },
    clock: () => new Date(now),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { lines, advance: (ms: number) => (now += ms) }
}

async function open(): Promise<Socket> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => client.destroy())
  clients.push(client)
  return client
}

/** Sends a request. Resolves with true after an answer, with false if the connection is closed. */
async function isServed(client: Socket): Promise<boolean> {
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const isAnswered = once(client, 'data').then(() => true)
  return Promise.race([isAnswered, once(client, 'close').then(() => false)])
}

test.each([
  ['the whole server', 2, 100],
  ['one network', 100, 2],
])(
  'a connection beyond the limit of %s is closed at once; the others continue',
  async (_, total, perNetwork) => {
    await start(total, perNetwork)
    const [first, second] = [await open(), await open()]
    expect([await isServed(first), await isServed(second)]).toEqual([true, true])
    expect(await isServed(await open())).toBe(false)
    expect([await isServed(first), await isServed(second)]).toEqual([true, true])
    first.destroy()
    await expect.poll(async () => isServed(await open())).toBe(true)
  },
)

test('a trusted proxy and this machine have no limit per network', async () => {
  await start(100, 1, NETWORK, '198.51.100.0/24')
  for (let nth = 0; nth < 3; nth += 1) expect(await isServed(await open())).toBe(true)
  server.close()
  await start(100, 1, '::1')
  for (let nth = 0; nth < 3; nth += 1) expect(await isServed(await open())).toBe(true)
})

test('refused connections are logged at most once a minute, with the number since the last line', async () => {
  const { lines, advance } = await start(100, 1)
  expect(await isServed(await open())).toBe(true)
  for (let nth = 0; nth < 5; nth += 1) expect(await isServed(await open())).toBe(false)
  advance(MINUTE_MS)
  expect(await isServed(await open())).toBe(false)
  expect(lines).toEqual([
    { limit: 'network', refused: 1 },
    { limit: 'network', refused: 5 },
  ])
})
