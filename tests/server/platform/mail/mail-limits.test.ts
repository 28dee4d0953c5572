import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeMailer } from '#server/platform/mail/mail-service.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'

// Mail servers that only a clock can end, at the real limits. Sockets are real; only timers are replaced.

const MAIL = { subject: 'Your code', text: '123456' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

type Said = (line: string, socket: Socket) => string | null

/** Starts a mail server that answers each line by `say`; null says nothing. */
async function startMailServer(greeting: string | null, say: Said) {
  const lines: string[] = []
  let open = 0
  const server = createServer((socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
    socket.on('error', () => socket.destroy()) // expected: the client gives up
    if (greeting !== null) socket.write(greeting)
    socket.on('data', (data) => {
      lines.push(String(data))
      const said = say(String(data), socket)
      if (said !== null) socket.write(said)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'codes@marketplace.example' }
  const mailer = makeMailer(settings, makeLog('silent'), makeMetrics())
  return { mailer, lines, countOpen: () => open }
}

/** Says a further line of the same answer every nine seconds, so that the connection is never inactive. */
const trickle: Said = (_line, socket) => {
  const next = () => {
    if (!socket.destroyed) socket.write('250-more\r\n', () => setTimeout(next, 9_000))
  }
  next()
  return null
}

test.each<[string, string | null, Said, RegExp | null]>([
  ['never greets', null, () => null, null],
  ['greets and then says nothing', '220 mail.example\r\n', () => null, /EHLO/],
  ['never ends its answer', '220 mail.example\r\n', trickle, /EHLO/],
  [
    'hangs at the recipient',
    '220 mail.example\r\n',
    (line, socket) => (line.startsWith('RCPT') ? trickle(line, socket) : '250 ok\r\n'),
    /RCPT/,
  ],
])(
  'a mail to a mail server that %s ends within thirty seconds, and its connection is closed',
  async (_, greeting, say, until) => {
    const { mailer, lines, countOpen } = await startMailServer(greeting, say)
    const sent = mailer.send('asha@example.in', MAIL)
    while (countOpen() === 0 || (until && !lines.some((line) => until.test(line))))
      await setImmediate()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await sent).toBe(false)
    while (countOpen() > 0) {
      await vi.advanceTimersByTimeAsync(1_000) // the mail client grants the socket a moment to close
      await setImmediate()
    }
    const usable = mailer.isUsable()
    while (countOpen() === 0) await setImmediate()
    await vi.advanceTimersByTimeAsync(30_000)
    if (until?.source !== 'RCPT') expect(await usable).toBe(false)
  },
)
