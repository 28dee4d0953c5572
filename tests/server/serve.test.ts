import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requireBuiltApp } from '#server/config/app-folders.ts'
import { manage, runProgram, startApi } from './server-process.ts'

const PROCESS_MS = 60_000 // starting Node with a compiler several times beside other tests

let folder: string
let running: Awaited<ReturnType<typeof startApi>>[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-process-'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop('SIGKILL')))
  rmSync(folder, { recursive: true })
})

async function start(env: Record<string, string> = {}) {
  const server = await startApi({ DATA_DIR: folder, ...env })
  running.push(server)
  return server
}

function signIn(url: string, password: string, email = 'operator@marketplace.example') {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
  })
}

const DEMO_USER =
  /Demo user's e-mail: {2}(\S+)\nDemo user's password: (\S+) {2}\(shown this once\)\n/

async function tokenOf(answer: Response): Promise<string> {
  const { token } = (await answer.json()) as { token: string }
  return token
}

function callAdmin(url: string, token: string, path: string, init: RequestInit = {}) {
  return fetch(`${url}/api/admin/${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}` },
  })
}

describe('a server process', { timeout: PROCESS_MS }, () => {
  test('keeps data, sessions and password over a restart, printing the password once', async () => {
    const first = await start()
    expect(first.password).toMatch(/^[a-z2-9-]{24}$/)
    const secret = readFileSync(join(folder, 'app-secret'), 'utf8')
    expect(first.said()).not.toContain(secret.trim())
    const token = await tokenOf(await signIn(first.url, first.password ?? ''))
    const list = await callAdmin(first.url, token, 'properties?limit=1')
    const { data, meta } = (await list.json()) as {
      data: { _id: string }[]
      meta: { total: number }
    }
    const path = `property/${data[0]?._id}`
    expect((await callAdmin(first.url, token, path, { method: 'DELETE' })).status).toBe(200)
    expect(await first.stop()).toMatchObject({ code: 0, stderr: '' })

    const second = await start()
    expect(second.said()).not.toContain(first.password)
    expect(second.said()).toContain('npm run manage -- password')
    expect(second.said()).not.toContain('Demo user')
    expect(readFileSync(join(folder, 'app-secret'), 'utf8')).toBe(secret)
    const after = await callAdmin(second.url, token, 'properties?limit=1')
    expect(await after.json()).toMatchObject({ meta: { total: meta.total - 1 } })
    expect((await signIn(second.url, first.password ?? '')).status).toBe(200)
  })

  test("prints the demo user's password once, and it also works after a restart", async () => {
    const first = await start()
    const [, email, password = ''] = DEMO_USER.exec(first.said()) ?? []
    expect((await signIn(first.url, password, email)).status).toBe(200)
    await first.stop()
    const second = await start()
    expect(second.said()).not.toContain(password)
    const signedIn = await signIn(second.url, password, email)
    const events = await fetch(`${second.url}/api/events/user`, {
      headers: { Authorization: `Bearer ${await tokenOf(signedIn)}` },
    })
    expect(await events.json()).toHaveLength(8)
  })

  test('has no demo user without the demonstration', async () => {
    expect((await start({ SEED: 'none' })).said()).not.toContain('Demo user')
  })

  test('keeps confirmed changes when killed', async () => {
    const first = await start()
    const token = await tokenOf(await signIn(first.url, first.password ?? ''))
    const list = await callAdmin(first.url, token, 'properties?limit=1')
    const { data } = (await list.json()) as { data: { _id: string }[] }
    const change = { method: 'PATCH', body: '{"status":"rejected"}' }
    await callAdmin(first.url, token, `properties/${data[0]?._id}/status`, change)
    await first.stop('SIGKILL')
    const second = await start()
    const again = await callAdmin(second.url, token, 'properties?limit=1')
    expect(await again.json()).toMatchObject({ data: [{ _id: data[0]?._id, status: 'rejected' }] })
  })

  test('refuses to share its data folder or its port, in one sentence each', async () => {
    const first = await start()
    const sameFolder = await runProgram('serve.ts', { DATA_DIR: folder }, ['--api-only']).ended
    expect(sameFolder).toMatchObject({
      code: 1,
      stderr: `Another server already runs on the data folder ${folder}.\n`,
    })
    const port = new URL(first.url).port
    const env = { DATA_DIR: join(folder, 'other'), PORT: port }
    const samePort = await runProgram('serve.ts', env, ['--api-only']).ended
    expect(samePort).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Port ${port} is in use already: stop the other program or set PORT.\n`,
    })
    // The failed start must not have created a password, which would be lost.
    expect((await start({ DATA_DIR: join(folder, 'other') })).password).not.toBeNull()
  })

  test('completes a pending change before it ends on SIGINT', async () => {
    const server = await start()
    const token = await tokenOf(await signIn(server.url, server.password ?? ''))
    const list = await callAdmin(server.url, token, 'properties?limit=1')
    const { data } = (await list.json()) as { data: { _id: string }[] }
    const change = request(`${server.url}/api/admin/properties/${data[0]?._id}/status`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${token}`, Expect: '100-continue' },
    })
    change.flushHeaders()
    // The server now has the head of the request and waits for its body.
    await once(change, 'continue')
    const ended = server.stop()
    change.end('{"status":"rejected"}')
    const [answer] = (await once(change, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('ends on SIGTERM while a client keeps its connection open', async () => {
    const server = await start({ SEED: 'none' })
    await (await fetch(`${server.url}/api/healthz`)).json()
    expect(await server.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('a start that fails', { timeout: PROCESS_MS }, () => {
  test.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535, not "eighty".\n'],
    [
      { HOST: '203.0.113.1', PUBLIC_URL: 'https://panel.example.in' },
      'The server cannot listen on 203.0.113.1, port 0 (EADDRNOTAVAIL).\n',
    ],
  ])('with %o prints a sentence and exits with 1', async (env, sentence) => {
    const program = runProgram('serve.ts', { DATA_DIR: folder, ...env }, ['--api-only'])
    expect(await program.ended).toEqual({ code: 1, stdout: '', stderr: sentence })
  })

  test('on a read-only data folder prints a sentence and exits with 1', async () => {
    // Creating it with its parents would keep Node busy forever, because /proc exists and refuses
    // every new file with ENOENT.
    const dataDir = '/proc/marketplace/data'
    const program = runProgram('serve.ts', { DATA_DIR: dataDir }, ['--api-only'])
    expect(await program.ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `The data folder ${dataDir} cannot be written (ENOENT).\n`,
    })
  })

  test('without a built app names what to run', () => {
    expect(() => requireBuiltApp(folder)).toThrow(/The app is not built: .* Run "npm run build"\./)
    writeFileSync(join(folder, 'index.html'), '')
    expect(requireBuiltApp(folder)).toBe(folder)
  })
})

describe("the operator's commands", { timeout: PROCESS_MS }, () => {
  test('a new password works at once, beside the running server, and signs every device out', async () => {
    const server = await start({ SEED: 'none' })
    const token = await tokenOf(await signIn(server.url, server.password ?? ''))
    const program = await manage(['password', '--yes'], { DATA_DIR: folder })
    expect(program).toMatchObject({ code: 0, stderr: '' })
    const made = /New password: +(\S+)\n/.exec(program.stdout)?.[1] ?? ''
    expect((await callAdmin(server.url, token, 'users')).status).toBe(401)
    expect((await signIn(server.url, server.password ?? '')).status).toBe(401)
    expect((await signIn(server.url, made)).status).toBe(200)
  })

  test('a new password needs a server that has been started once', async () => {
    const program = await manage(['password', '--yes'], { DATA_DIR: folder })
    expect(program).toMatchObject({ code: 1, stdout: '' })
    expect(program.stderr).toBe(
      `There is no database in ${folder} yet: start the server once first.\n`,
    )
  })

  test('seeding fills an empty database and refuses any other', async () => {
    const first = await manage(['seed'], { DATA_DIR: folder })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^\d+ listings of \d+ members are in /)
    expect(first.stdout).toMatch(DEMO_USER)
    const second = await manage(['seed'], { DATA_DIR: folder })
    expect(second).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The database in ${folder} is not empty; nothing was changed.\n`,
    })
  })
})
