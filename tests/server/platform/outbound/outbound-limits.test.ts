import { createSocket } from 'node:dgram'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Connect } from '#server/platform/outbound/outbound-connection.ts'
import { resolveByDns } from '#server/platform/outbound/outbound-dns.ts'
import { createOutboundClient } from '#server/platform/outbound/outbound-service.ts'
import { PUBLIC_ADDRESS as FIRST } from '#tests/support/server/push-service.ts'
import { type Behaviour, startRawReceiver } from './raw-receiver.ts'
import { startTunnelProxy } from './tunnel-proxy.ts'

// Every time limit at its real value. Only the timers of the product are replaced: sockets and name servers are real.

const URL = 'https://hooks.example/'
const SECOND = '93.184.216.35'
const PRIVATE = '10.0.0.1'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

const send = ({ send: post }: ReturnType<typeof createOutboundClient>) =>
  post({ url: URL, method: 'POST', body: '{}' })

/** Expects that the work goes on until exactly `ms` milliseconds have passed, and ends then. */
async function expectEndAt(ms: number, work: Promise<unknown>): Promise<unknown> {
  let isEnded = false
  const ended = work
    .catch((error: unknown) => error)
    .finally(() => {
      isEnded = true
    })
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(isEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  return ended
}

test('a request ends after ten seconds if no connection opens', async () => {
  const client = createOutboundClient({
    resolve: async () => [FIRST],
    connect: () => new Promise(() => {}),
  })
  expect(await expectEndAt(10_000, send(client))).toMatchObject({ kind: 'failed' })
})

test('a request ends after ten seconds if the name server never answers', async () => {
  const server = createSocket('udp4')
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const asked = once(server, 'message')
  const client = createOutboundClient({
    resolve: (host, signal) => resolveByDns(host, signal, [`127.0.0.1:${server.address().port}`]),
  })
  const sent = send(client)
  await asked
  expect(await expectEndAt(10_000, sent)).toMatchObject({ kind: 'failed' })
})

test.each<[string, (socket: Socket) => void]>([
  ['a TLS handshake never ends', () => {}],
  [
    'a TLS handshake ends with something else',
    (socket) => void socket.write('HTTP/1.1 400 No\r\n\r\n'),
  ],
])('a request ends in time, and its connection is closed, if %s', async (_, open) => {
  const events = new EventEmitter()
  const closed = once(events, 'closed')
  const begun = once(events, 'begun')
  const { host } = await startTunnelProxy((socket) => {
    socket.on('end', () => events.emit('closed'))
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      open(socket)
      events.emit('begun')
    })
  })
  const sent = send(createOutboundClient({ resolve: async () => [FIRST], proxy: `http://${host}` }))
  const ended = sent.catch((error: unknown) => error)
  await begun
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await ended).toMatchObject({ kind: 'failed' })
  await closed
})

test('a request ends after ten seconds if the proxy never answers', async () => {
  const { port, wasAsked, countOpen } = await startRawReceiver(() => {})
  const proxy = `http://127.0.0.1:${port}`
  const sent = send(createOutboundClient({ resolve: async () => [FIRST], proxy }))
  await wasAsked
  expect(await expectEndAt(10_000, sent)).toMatchObject({ kind: 'failed' })
  await expect.poll(countOpen).toBe(0)
})

/** Sends the head, and then one byte every nine seconds, which keeps every limit of inactivity away. */
const trickle =
  (head: string): Behaviour =>
  (socket) => {
    socket.write(head)
    const next = () => {
      if (!socket.destroyed) socket.write('x', () => setTimeout(next, 9_000))
    }
    next()
  }

test.each([
  ['never answers', () => {}],
  ['sends the head one byte at a time', trickle('HTTP/1.1 200 OK\r\nX-More: ')],
  [
    'says "102 Processing" and stops',
    (socket) => void socket.write('HTTP/1.1 102 Processing\r\n\r\n'),
  ],
] satisfies [string, Behaviour][])(
  'a request to a server that %s ends after sixty seconds, or the limit of its caller',
  async (_, behave) => {
    for (const wholeMs of [undefined, 15_000]) {
      const { client, wasAsked, countOpen } = await startRawReceiver(behave)
      const sent = client.send({
        url: URL,
        method: 'POST',
        body: '{}',
        ...(wholeMs && { wholeMs }),
      })
      await wasAsked
      expect(await expectEndAt(wholeMs ?? 60_000, sent)).toMatchObject({ kind: 'failed' })
      await expect.poll(countOpen).toBe(0)
    }
  },
)

test('a request succeeds one second after the head of a 200, though its body sends a byte every nine seconds', async () => {
  const { client, countRead, countOpen } = await startRawReceiver(
    trickle('HTTP/1.1 200 OK\r\n\r\n'),
  )
  const sent = send(client)
  // Not `expect.poll`, which moves the replaced clock.
  while (countRead() === 0) await setImmediate()
  expect(await expectEndAt(1_000, sent)).toMatchObject({ status: 200 })
  await expect.poll(countOpen).toBe(0)
})

test('a download ends after sixty seconds, though its body sends a byte every nine seconds', async () => {
  const { client, wasAsked, countOpen } = await startRawReceiver(trickle('HTTP/1.1 200 OK\r\n\r\n'))
  const openSink = () => new Writable({ write: (_chunk, _encoding, done) => done() })
  const loading = client.download({ url: URL, maxBytes: 1_000, openSink })
  await wasAsked
  expect(await expectEndAt(60_000, loading)).toMatchObject({ kind: 'failed' })
  await expect.poll(countOpen).toBe(0)
})

/** A client whose connections are held until the test ends them, by IP address. */
function makeHeldClient(addresses: readonly string[]) {
  const tried: string[] = []
  const held = new Map<string, { open(): void; fail(): void; signal: AbortSignal }>()
  const connectHeld: Connect = ({ address }, signal) =>
    new Promise((resolve, reject) => {
      tried.push(address)
      const open = () => {
        if (receiver) resolve(connect({ host: '127.0.0.1', port: receiver.port }))
      }
      held.set(address, { open, fail: () => reject(new Error('refused')), signal })
    })
  let receiver: { port: number } | undefined
  const client = createOutboundClient({ resolve: async () => addresses, connect: connectHeld })
  return {
    client,
    tried,
    held,
    async answer(behave: Behaviour) {
      receiver = await startRawReceiver(behave)
    },
  }
}

const answerOk: Behaviour = (socket) =>
  void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')

test('the next address of a host is tried within two seconds, and the first connection that opens is the only one left', async () => {
  const { client, tried, held, answer } = makeHeldClient([FIRST, SECOND])
  await answer(answerOk)
  const sent = send(client)
  await vi.advanceTimersByTimeAsync(0)
  expect(tried).toEqual([FIRST])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(tried).toEqual([FIRST, SECOND])
  expect(held.get(FIRST)?.signal.aborted).toBe(false)
  held.get(SECOND)?.open()
  expect(await sent).toMatchObject({ status: 200 })
  expect(held.get(FIRST)?.signal.aborted).toBe(true)
})

test('the next address of a host is tried at once if the one before fails', async () => {
  const { client, tried, held, answer } = makeHeldClient([FIRST, SECOND])
  await answer(answerOk)
  const sent = send(client)
  await vi.advanceTimersByTimeAsync(0)
  held.get(FIRST)?.fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(tried).toEqual([FIRST, SECOND])
  held.get(SECOND)?.open()
  expect(await sent).toMatchObject({ status: 200 })
})

test('a request fails once all addresses of its host have failed', async () => {
  const { client, held } = makeHeldClient([FIRST, SECOND])
  const sent = send(client).catch((error: unknown) => error)
  for (const address of [FIRST, SECOND]) {
    await vi.advanceTimersByTimeAsync(0)
    held.get(address)?.fail()
  }
  expect(await sent).toMatchObject({ kind: 'failed', cause: { message: 'refused' } })
})

test('a connection that opens after the limit, or after another one, is closed', async () => {
  let open: (socket: Socket) => void = () => {}
  const late = new Promise<Socket>((resolve) => {
    open = resolve
  })
  const client = createOutboundClient({ resolve: async () => [FIRST], connect: () => late })
  expect(await expectEndAt(10_000, send(client))).toMatchObject({ kind: 'failed' })
  const { port, countOpen } = await startRawReceiver(() => {})
  const socket = connect({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  await expect.poll(countOpen).toBe(1)
  open(socket)
  await expect.poll(countOpen).toBe(0)
})

test('of a thousand addresses, all are checked and at most eight are tried', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => `93.184.${at >> 8}.${at & 255}`)
  const { client, tried } = makeHeldClient(many)
  expect(await expectEndAt(10_000, send(client))).toMatchObject({ kind: 'failed' })
  expect(tried).toEqual(many.slice(0, 8))
  const refused = makeHeldClient([...many, PRIVATE])
  await expect(send(refused.client)).rejects.toMatchObject({ kind: 'refused' })
  expect(refused.tried).toEqual([])
})
