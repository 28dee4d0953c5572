// @module-tag long
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readJson } from '#tests/server/api-call.ts'
import { runProgram } from '#tests/server/server-process.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { type SmtpInbox, startSmtpInbox } from '#tests/support/smtp-inbox.ts'
import { RAVI, tokenOf } from './link-steps.ts'

// A link that is opened on one process and used on two at the same time, on both databases.

const PROCESS_MS = 60_000 // starting Node with a compiler beside other tests

let inbox: SmtpInbox
let server: TestServer
let processes: { url: string; stop(): Promise<unknown> }[]

beforeAll(async () => {
  inbox = await startSmtpInbox()
  server = await startTestServer({ seed: 'none' })
  processes = await Promise.all([startProcess(), startProcess()])
}, PROCESS_MS)

afterAll(async () => {
  for (const { stop } of processes) await stop()
  await server.close()
  await inbox.stop()
})

async function startProcess() {
  const file = '../tests/server/auth/links/link-process.ts'
  const { child, ended, said } = runProgram(file, {}, [server.place, inbox.url])
  const early = ended.then(({ stderr }) => {
    throw new Error(`the process ended: ${stderr}`)
  })
  while (!said().includes('\n')) await Promise.race([once(child.stdout, 'data'), early])
  const stop = () => {
    early.catch(() => undefined) // an exit is expected from here on
    child.kill()
    return ended
  }
  return { url: said().trim(), stop }
}

async function ask(which: 0 | 1, path: string, body: object, token?: string) {
  const response = await fetch(`${processes[which]?.url}/api${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: readJson(await response.text()) }
}

async function mailedToken(count: number): Promise<string> {
  await expect.poll(() => inbox.mails.length).toBe(count)
  return tokenOf(inbox.mails.at(-1)?.link ?? '')
}

test('of two processes that use one link at the same time, exactly one succeeds', {
  timeout: PROCESS_MS,
}, async () => {
  const owner = await server.signIn()
  await ask(0, '/admin/staff/invitations', { email: RAVI, role: 'viewer' }, owner)
  const invitation = await mailedToken(1)
  await useOnBoth('invitation', invitation, '/auth/join', (index) => ({
    fullName: 'Ravi Shah',
    password: `seven green parrots ${index}`,
  }))
  const accounts = server.db.selectFrom('users').select('id').where('email', '=', RAVI)
  expect(await accounts.execute()).toHaveLength(1)

  await ask(0, '/auth/forgot-password', { email: RAVI })
  const won = await useOnBoth('reset', await mailedToken(2), '/auth/reset-password', (index) => ({
    password: `nine green umbrellas ${index}`,
  }))
  for (const index of [0, 1] as const) {
    const body = { email: RAVI, password: `nine green umbrellas ${index}` }
    expect((await ask(index, '/auth/login', body)).status).toBe(index === won ? 200 : 401)
  }
})

/** Opens the link on the first process and uses it on both. Returns the one that succeeded. */
async function useOnBoth(
  kind: 'invitation' | 'reset',
  token: string,
  path: string,
  toForm: (index: 0 | 1) => object,
): Promise<number> {
  expect((await ask(0, '/auth/read-link', { kind, token })).status).toBe(200)
  const both = await Promise.all(
    ([0, 1] as const).map((index) => ask(index, path, { token, ...toForm(index) })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  expect(both.find(({ status }) => status === 410)?.json['code']).toBe('link-used')
  return both.findIndex(({ status }) => status === 200)
}
