// @module-tag long

import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { OutboundError } from '#server/platform/outbound/outbound-service.ts'
import { type Behaviour, startRawReceiver, writeForever } from './raw-receiver.ts'

// Receivers that end, or never end, an answer in a way that HTTP does not foresee. None of these tests waits for a
// time limit: tests/server/platform/outbound/outbound-limits.test.ts has the receivers that only a clock can end.

const OK = 'HTTP/1.1 200 OK\r\n'
const TEXT = 'x'.repeat(16_384)
const say =
  (text: string | Buffer): Behaviour =>
  (socket) =>
    void socket.write(text)
const sayForever =
  (text: string, first = ''): Behaviour =>
  (socket) => {
    socket.write(first)
    writeForever(socket, text)
  }

const WITHOUT_ANSWER: readonly [string, Behaviour][] = [
  [
    'switches protocols',
    say('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ],
  ['switches protocols without naming one', say('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
  [
    'switches protocols and goes on',
    sayForever(
      TEXT,
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ),
  ],
  ['says "100 Continue" for ever', sayForever('HTTP/1.1 100 Continue\r\n\r\n')],
  ['says "102 Processing" for ever', sayForever('HTTP/1.1 102 Processing\r\n\r\n')],
  ['says "103 Early Hints" for ever', sayForever('HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n')],
  ['sends header lines for ever', sayForever(`X-More: ${TEXT}\r\n`, OK)],
  ['sends one header for ever', sayForever(TEXT, `${OK}X-More: `)],
  ['speaks HTTP/0.9', sayForever('<html>hello</html>')],
  ['speaks another protocol', say('220 mail.example ESMTP\r\n')],
  ['sends random bytes', say(Buffer.from([0, 255, 22, 3, 1, 13, 10, 13, 10]))],
  ['closes without an answer', (socket) => void socket.end()],
  ['resets the connection', (socket) => void socket.resetAndDestroy()],
  ['closes within the head', (socket) => void socket.end('HTTP/1.1 200 OK\r\nX-')],
  ['sends a length that is no number', say(`${OK}Content-Length: ten\r\n\r\n`)],
  ['sends two lengths', say(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`)],
]

test.each(WITHOUT_ANSWER)(
  'a request and a download to a server that %s fail at once, and the connection is closed',
  async (_, behave) => {
    const { client, countOpen } = await startRawReceiver(behave)
    const sent = client.send({ url: 'https://hooks.example/', method: 'POST', body: '{}' })
    await expect(sent).rejects.toBeInstanceOf(OutboundError)
    const openSink = () => new Writable({ write: (_chunk, _encoding, done) => done() })
    const order = { url: 'http://hooks.example/', maxBytes: 1_000, openSink }
    await expect(client.download(order)).rejects.toMatchObject({ kind: 'failed' })
    await expect.poll(countOpen).toBe(0)
  },
)

const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'

test.each<[string, Behaviour]>([
  ['a long body', sayForever(TEXT, `${OK}Content-Length: 100000000000\r\n\r\n`)],
  ['a body without an end', sayForever(TEXT, `${OK}\r\n`)],
  ['chunks without an end', sayForever('5\r\nhello\r\n', `${OK}${CHUNKED}`)],
  ['trailers without an end', sayForever('X-More: yes\r\n', `${OK}${CHUNKED}0\r\n`)],
  [
    'a gzip bomb',
    say(
      Buffer.concat([
        Buffer.from(`${OK}Content-Encoding: gzip\r\nContent-Length: 60000\r\n\r\n`),
        gzipSync(Buffer.alloc(50_000_000)),
      ]),
    ),
  ],
  ['a broken chunk', say(`${OK}${CHUNKED}nonsense\r\n`)],
  ['a body that ends early', (socket) => void socket.end(`${OK}Content-Length: 100\r\n\r\nx`)],
  [
    '"Connection: Upgrade"',
    say(`${OK}Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 1\r\n\r\nx`),
  ],
  ['a second answer', say(`${OK}Content-Length: 0\r\n\r\n${OK}Content-Length: 0\r\n\r\n`)],
  ['"100 Continue" before it', say(`HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 0\r\n\r\n`)],
])(
  'a request that is answered with a 200 and %s succeeds, and the connection is closed',
  async (_, behave) => {
    const { client, countOpen } = await startRawReceiver(behave)
    const sent = client.send({ url: 'https://hooks.example/', method: 'POST', body: '{}' })
    expect(await sent).toMatchObject({ status: 200 })
    await expect.poll(countOpen).toBe(0)
  },
)
