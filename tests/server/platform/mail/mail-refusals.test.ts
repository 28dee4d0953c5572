// @module-tag long
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { LOG_LEVELS } from '#server/platform/config/server-settings.ts'
import { makeMailer } from '#server/platform/mail/mail-service.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import {
  EMAIL,
  register,
  resend,
  signIn,
  verify,
} from '#tests/server/accounts/sign-in/end-user-calls.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const OTHER = 'other@example.in'
const PAUSE_MS = 600_000

const server = serverForEachTest({ seed: 'none', mail: 'inbox' })

/**
 * Requests another code and waits until its mail is sent or refused. Returns whether the answer
 * reports the code as sent.
 */
async function askAgain(email: string) {
  server.clock.advance(PAUSE_MS)
  const { json } = await resend(server, email)
  await server.settle()
  return json['codeSent']
}

/** The log lines about the mail server, as level and message. */
function listTrouble() {
  return server.logged
    .map((line): { level: number; msg: string } => JSON.parse(line))
    .filter(({ msg }) => msg.includes('the mail server'))
    .map(({ level, msg }) => [level, msg])
}

describe.each(['sender', 'login'] as const)('a mail server that refuses the %s', (what) => {
  beforeEach(() => server.getInbox().refuse(what))

  test('makes registration and sign-in report that no code was sent, and is logged as an error', async () => {
    expect((await register(server)).json).toMatchObject({ codeSent: false, resendAfter: 30 })
    server.clock.advance(PAUSE_MS)
    expect((await signIn(server)).json).toMatchObject({ codeSent: false })
    const line = [50, 'the mail server cannot be used']
    expect(listTrouble()).toEqual([line, line])
    expect(await server.metrics.render()).toContain('mail_failures_total{reason="unusable"} 2')
    expect(server.logged.join()).not.toContain(EMAIL)
  })

  test('makes the answers for every e-mail address report that no code was sent, until a mail is sent again', async () => {
    await register(server)
    await register(server, { email: OTHER })
    expect(await askAgain(OTHER)).toBe(false)
    expect(await askAgain(EMAIL)).toBe(false)
    server.getInbox().refuse(null)
    expect(await askAgain(EMAIL)).toBe(false)
    // The mail of the last request arrived, although the answer reported that no code was sent.
    const code = server.getInbox().mails[0]?.code ?? ''
    expect((await signIn(server)).json).toMatchObject({ codeSent: true })
    expect(server.getInbox().mails).toHaveLength(1)
    expect(await askAgain(OTHER)).toBe(true)
    expect((await verify(server, code)).json['code']).toBe('old-code')
  })
})

describe.each(['recipient', 'mail'] as const)('a mail server that refuses the %s', (what) => {
  beforeEach(() => server.getInbox().refuse(what))

  test('makes registration and sign-in report that no code was sent, and is logged only as a warning', async () => {
    expect((await register(server)).json).toMatchObject({ codeSent: false, resendAfter: 30 })
    expect((await signIn(server)).json).toMatchObject({ codeSent: false, resendAfter: 30 })
    server.clock.advance(PAUSE_MS)
    expect((await signIn(server)).json).toMatchObject({ codeSent: false, resendAfter: 60 })
    const line = [40, 'the mail server refused a mail']
    expect(listTrouble()).toEqual([line, line])
    expect(await server.metrics.render()).toContain('mail_failures_total{reason="refused"} 2')
  })

  test('makes a request for another code succeed, because it is answered before the refusal; the next sign-in fails', async () => {
    await register(server)
    expect(await askAgain(EMAIL)).toBe(true)
    expect((await signIn(server)).json).toMatchObject({ codeSent: false })
  })
})

test('a request for another code is answered before its mail is sent', async () => {
  await register(server)
  server.clock.advance(PAUSE_MS)
  const release = server.getInbox().hold()
  expect((await resend(server)).json).toMatchObject({ codeSent: true })
  expect(server.getInbox().mails).toHaveLength(1)
  release()
  await server.settle()
  expect(server.getInbox().mails).toHaveLength(2)
  expect((await verify(server, server.getInbox().mails[1]?.code ?? '')).status).toBe(200)
})

test.each(LOG_LEVELS)(
  'without a mail server, the code is in the log at LOG_LEVEL=%s',
  async (level) => {
    const lines: string[] = []
    const log = pino({ level }, { write: (line: string) => lines.push(line) })
    const mailer = makeMailer({ smtpUrl: null, mailFrom: null }, log, makeMetrics())
    expect(await mailer.sendCode(EMAIL, '012345')).toBe(true)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
      level: 40,
      to: 'm***@example.in',
      code: '012345',
    })
  },
)

describe('a mail server that offers no encryption', () => {
  async function isTaken(host: string, query = '') {
    const url = server.getInbox().url.replace('127.0.0.1', host)
    const settings = { smtpUrl: `${url}${query}`, mailFrom: 'codes@example.in' }
    const mailer = makeMailer(settings, pino({ level: 'silent' }), makeMetrics())
    return mailer.sendCode(EMAIL, '123456')
  }

  test('is named in the log, with the way out', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(line) })
    const smtpUrl = server.getInbox().url.replace('127.0.0.1', '0.0.0.0')
    const mailer = makeMailer({ smtpUrl, mailFrom: 'codes@example.in' }, log, makeMetrics())
    expect(await mailer.isUsable()).toBe(false)
    expect(await mailer.sendCode(EMAIL, '123456')).toBe(false)
    const msg =
      'the mail server of SMTP_URL offers no TLS, which it needs outside this machine: turn on STARTTLS there, use smtps://, or run a relay on this machine'
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg }, { msg }])
  })

  test('gets mails at a loopback address only', async () => {
    expect(await isTaken('127.0.0.1')).toBe(true)
    // This address also reaches the mail server of this test, but is not a loopback address.
    expect(await isTaken('0.0.0.0')).toBe(false)
    expect(server.getInbox().mails).toHaveLength(1)
  })

  test.each(['?ignoreTLS=true', '?requireTLS=false', '?requireTLS=true&requireTLS=false'])(
    'gets no mail at another address, even if SMTP_URL ends with %s',
    async (query) => {
      expect(await isTaken('0.0.0.0', query)).toBe(false)
      expect(server.getInbox().mails).toEqual([])
    },
  )
})
