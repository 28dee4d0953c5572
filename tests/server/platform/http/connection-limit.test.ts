import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readProxyRange } from '#server/platform/config/proxy-range.ts'
import { limitConnections } from '#server/platform/http/connection-limit.ts'

const NETWORK = '198.51.100.7' // reserved for documentation (RFC 5737)
const MINUTE_MS = 60_000

/** Starts a real server for which every connection seems to come from `address`, or from the address that it returns. */
async function start(
  total: number,
  perNetwork: number,
  address: string | (() => string) = NETWORK,
  trusted = '',
) {
  const options = { keepAliveTimeout: MINUTE_MS }
  const server = createServer(options, (_, response) => response.end('served'))
  const lines: object[] = []
  let now = 0
  server.prependListener('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', {
      value: typeof address === 'string' ? address : address(),
    }),
  )
  limitConnections(server, {
    limits: { total, perNetwork },
    trustedProxies: trusted ? [readProxyRange(trusted)] : [],
    log: { warn: (line: object) => lines.push(line) },
    clock: () => new Date(now),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // safe cast: the server listens on a port
  const open = () => {
    const client = connect(port, '127.0.0.1')
    client.on('error', () => client.destroy())
    onTestFinished(() => void client.destroy())
    return client
  }
  return { open, lines, advance: (ms: number) => (now += ms) }
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
    const { open } = await start(total, perNetwork)
    const [first, second] = [open(), open()]
    expect([await isServed(first), await isServed(second)]).toEqual([true, true])
    expect(await isServed(open())).toBe(false)
    expect([await isServed(first), await isServed(second)]).toEqual([true, true])
    first.destroy()
    await expect.poll(async () => isServed(open())).toBe(true)
  },
)

test('all networks of an IPv6 /48 together may open five times as many connections as one of them', async () => {
  let number = 0
  const { open } = await start(100, 1, () => {
    number += 1
    return `2001:db8:7:${number.toString(16)}::1`
  })
  const clients = Array.from({ length: 5 }, open)
  for (const client of clients) expect(await isServed(client)).toBe(true)
  expect(await isServed(open())).toBe(false)
  clients[0]?.destroy()
  await expect.poll(async () => isServed(open())).toBe(true)
})

test('a trusted proxy and this machine have no limit per network', async () => {
  for (const { open } of [
    await start(100, 1, NETWORK, '198.51.100.0/24'),
    await start(100, 1, '::1'),
  ])
    for (let nth = 0; nth < 3; nth += 1) expect(await isServed(open())).toBe(true)
})

test('refused connections are logged at most once a minute, with the number since the last line', async () => {
  const { open, lines, advance } = await start(100, 1)
  expect(await isServed(open())).toBe(true)
  for (let nth = 0; nth < 5; nth += 1) expect(await isServed(open())).toBe(false)
  advance(MINUTE_MS)
  expect(await isServed(open())).toBe(false)
  expect(lines).toEqual([
    { limit: 'network', refused: 1 },
    { limit: 'network', refused: 5 },
  ])
})
