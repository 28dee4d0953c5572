import { beforeEach, describe, expect, test } from 'vitest'
import { maskEmail } from '#server/platform/mail/email-mask.ts'
import { EMAIL, register, resend, verify } from '#tests/server/accounts/sign-in/end-user-calls.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const server = serverForEachTest({ seed: 'none', mail: 'inbox' })

describe('the mail with a code', () => {
  test("has the recipient's address, the configured sender, and the code in subject and text", async () => {
    await register(server)
    const code = await server.getInbox().waitForCode(EMAIL)
    const [mail] = server.getInbox().mails
    expect(mail).toMatchObject({
      from: 'codes@marketplace.example',
      to: [EMAIL],
      text: [
        `Your code for Property Marketplace is ${code}.`,
        'Enter it within 5 minutes. It works once.',
        'If you did not ask for it, ignore this mail.\n',
      ].join('\n\n'),
    })
    expect(mail?.headers).toMatchObject({
      from: 'Property Marketplace <codes@marketplace.example>',
      to: EMAIL,
      subject: `Your code: ${code}`,
      'content-type': expect.stringContaining('text/plain'),
      'auto-submitted': 'auto-generated',
    })
    expect(mail?.text).not.toMatch(/https?:|www\./)
  })

  test('is the only place that shows the code, which is not logged', async () => {
    const { text } = await register(server)
    const code = await server.getInbox().waitForCode(EMAIL)
    expect(text + server.logged.join()).not.toContain(code)
    expect(() => server.getLoggedCode()).toThrow('no code is in the log')
  })
})

test.each([
  'a@example.in, b@example.in',
  'a@example.in\r\nBcc: b@example.in',
  'a@example.in\nBcc: b@example.in',
  '"a\r\nBcc: b@example.in"@example.in',
  'A <a@example.in>',
  'a@example.in?bcc=b@example.in',
])('no mail is sent to %j', async (email) => {
  for (const answer of [await register(server, { email }), await resend(server, email)])
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
  expect(await server.listMails()).toEqual([])
})

describe('a mail server that is down', () => {
  beforeEach(() => server.getInbox().stop())

  test('does not block a registration, which reports that no code was sent', async () => {
    const answer = await register(server)
    expect(answer).toMatchObject({
      status: 200,
      json: { user: { email: EMAIL, verified: false }, codeSent: false, resendAfter: 30 },
    })
    const lines = server.logged.filter((logged) => logged.includes('cannot be used'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 50, to: 'm***@example.in' })
  })

  test('delivers the next code when it is up again', async () => {
    await register(server)
    await server.getInbox().start()
    server.clock.advance(30_000)
    expect((await resend(server)).json).toMatchObject({ codeSent: true })
    await server.settle()
    const code = await server.getInbox().waitForCode(EMAIL)
    expect((await verify(server, code)).status).toBe(200)
  })
})

test.each([
  ['asha.rao@example.in', 'a***@example.in'],
  ['x@y.in', 'x***@y.in'],
])('the address %s is masked as %s for the log', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
