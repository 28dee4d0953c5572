import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MediaStoreError } from '#server/platform/media/stores/media-store-trouble.ts'
import { makeS3Store } from '#server/platform/media/stores/s3-media-store.ts'

// Media stores that never end an answer, at the real limits. Sockets are real; only timers are replaced.

const ID = 'ab'.repeat(16)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Starts a store that answers each connection by `behave`. */
async function startStore(behave: (socket: Socket) => void) {
  let asked = 0
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy()) // expected: the client gives up
    socket.once('data', () => {
      asked += 1
      behave(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  const endpoint = `http://127.0.0.1:${port}`
  const key = { accessKeyId: 'AKIAEXAMPLEKEYID', secretAccessKey: 'a secret' }
  const store = makeS3Store({ endpoint, bucket: 'media', region: 'ap-south-1', ...key })
  return { store, countAsked: () => asked }
}

/** Says the head and then a byte every nine seconds, so that the connection is never inactive. */
const trickle = (head: string) => (socket: Socket) => {
  socket.write(head)
  const next = () => {
    if (!socket.destroyed) socket.write('x', () => setTimeout(next, 9_000))
  }
  next()
}
const say = (text: string) => (socket: Socket) => void socket.write(text)

test.each<[string, (socket: Socket) => void]>([
  ['never answers', () => {}],
  [
    'switches protocols',
    say('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ],
  ['switches protocols without naming one', say('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
  ['only says "102 Processing"', say('HTTP/1.1 102 Processing\r\n\r\n')],
  ['sends its head one byte at a time', trickle('HTTP/1.1 200 OK\r\nX-More: ')],
  ['sends a refusal one byte at a time', trickle('HTTP/1.1 500 No\r\n\r\n')],
  ['closes without an answer', (socket) => void socket.end()],
])(
  'the check of a store that %s fails after at most three tries of twenty seconds',
  async (_, behave) => {
    const { store, countAsked } = await startStore(behave)
    let isEnded = false
    const ended = store
      .check()
      .catch((error: unknown) => error)
      .finally(() => {
        isEnded = true
      })
    // Real connections need real time: the clock moves only between them, and at most twenty seconds for each try.
    for (let [tries, passedMs] = [0, 0]; !isEnded; ) {
      for (let turn = 0; turn < 50; turn += 1) await setImmediate()
      if (countAsked() > tries) [tries, passedMs] = [countAsked(), 0]
      if (passedMs >= 20_000) continue
      await vi.advanceTimersByTimeAsync(100)
      passedMs += 100
    }
    expect(countAsked()).toBeLessThanOrEqual(3)
    expect(await ended).toBeInstanceOf(MediaStoreError)
  },
)

test('a store that never ends the answer to a deletion holds it up for five seconds at most', async () => {
  const { store, countAsked } = await startStore(trickle('HTTP/1.1 200 OK\r\n\r\n'))
  let isEnded = false
  const removed = store.remove(ID).finally(() => {
    isEnded = true
  })
  while (countAsked() === 0) await setImmediate()
  for (let passed = 0; passed < 200 && !isEnded; passed += 1) {
    for (let turn = 0; turn < 50; turn += 1) await setImmediate()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(isEnded).toBe(true)
  await removed
})
