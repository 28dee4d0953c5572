import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startServer } from '#server/main/start-server.ts'
import { requireBuiltApp } from '#server/platform/config/app-folders.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { openDataFolder } from '#server/platform/database/connection/open-database.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { call } from './api-call.ts'
import { manage, runProgram, startApi } from './server-process.ts'

const PROCESS_MS = 120_000 // a test starts Node and compiles TypeScript several times
const DEMO_USER =
  /Demo user's e-mail: {2}(\S+)\nDemo user's password: (\S+) {2}\(shown this once\)\n/

let folder: string
beforeEach(() => {
  folder = makeFolderForTest()
})

type Server = Awaited<ReturnType<typeof startApi>>

async function start(env: Record<string, string> = {}): Promise<Server> {
  const server = await startApi({ DATA_DIR: folder, ...env })
  onTestFinished(async () => {
    await server.stop('SIGKILL')
  })
  return server
}

function signIn(server: Server, password: string | null, email = 'operator@marketplace.example') {
  return call(server, 'POST', '/api/auth/login', { body: { email, password } })
}

async function readPage(server: Server, token: string) {
  const { json } = await call(server, 'GET', '/api/admin/properties?limit=1', { token })
  const first = json['data']?.['0']
  return { id: first?.['_id'], status: first?.['status'], total: Number(json['meta']?.['total']) }
}

describe('a server process', { timeout: PROCESS_MS }, () => {
  test('keeps data, sessions and passwords when it is restarted, and a confirmed change when it is killed', {
    tags: ['long'],
  }, async () => {
    const first = await start()
    expect(first.password).toMatch(/^[a-z2-9-]{24}$/)
    const secret = readFileSync(join(folder, 'app-secret'), 'utf8')
    expect(first.said()).not.toContain(secret.trim())
    const [, demoEmail, demoPassword = ''] = DEMO_USER.exec(first.said()) ?? []
    const token = String((await signIn(first, first.password)).json['token'])
    const { id, total } = await readPage(first, token)
    const gone = await call(first, 'DELETE', `/api/admin/property/${id}`, { token })
    expect(gone.status).toBe(200)
    expect(await first.stop()).toMatchObject({ code: 0, stderr: '' })

    const second = await start()
    for (const shown of [first.password, 'Demo user', demoPassword])
      expect(second.said()).not.toContain(shown)
    expect(second.said()).toContain('npm run manage -- password')
    expect(readFileSync(join(folder, 'app-secret'), 'utf8')).toBe(secret)
    const after = await readPage(second, token)
    expect(after.total).toBe(total - 1)
    expect((await signIn(second, first.password)).status).toBe(200)
    const demo = await signIn(second, demoPassword, demoEmail)
    const by = { token: String(demo.json['token']) }
    expect((await call(second, 'GET', '/api/events/user', by)).json).toHaveLength(8)
    const path = `/api/admin/properties/${after.id}/status`
    const body = { status: 'rejected' }
    expect((await call(second, 'PATCH', path, { token, body })).status).toBe(200)
    await second.stop('SIGKILL')

    const third = await start()
    expect(await readPage(third, token)).toMatchObject({ id: after.id, status: 'rejected' })
  })

  test('accepts a new password at once, signs every device out, and ends on SIGTERM', async () => {
    const server = await start({ SEED: 'none' })
    expect(server.said()).not.toContain('Demo user')
    const token = String((await signIn(server, server.password)).json['token'])
    const program = await manage(['password', '--yes'], { DATA_DIR: folder })
    expect(program).toMatchObject({ code: 0, stderr: '' })
    const made = /New password: +(\S+)\n/.exec(program.stdout)?.[1] ?? ''
    expect((await call(server, 'GET', '/api/admin/users', { token })).status).toBe(401)
    expect((await signIn(server, server.password)).status).toBe(401)
    // The client keeps the connection of this request open. The server must not wait for it when it stops.
    expect((await signIn(server, made)).status).toBe(200)
    expect(await server.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  })

  test('prints an error message and exits with 1 when it cannot start', async () => {
    const env = { DATA_DIR: folder, PORT: 'eighty' }
    expect(await runProgram('main/serve.ts', env, ['--api-only']).ended).toEqual({
      code: 1,
      stdout: '',
      stderr: 'PORT must be a whole number from 0 to 65535, not "eighty".\n',
    })
  })
})

describe('a start fails with one error message', () => {
  const own = { PORT: '0', SEED: 'none', LOG_LEVEL: 'silent', PAN_KEY: TEST_PAN_KEY }
  const startHere = (env: Record<string, string>) =>
    startServer(readSettings({ ...own, DATA_DIR: folder, ...env }), null)

  test('on a data folder or a port that another server uses', async () => {
    const first = await startHere({})
    await expect(startHere({})).rejects.toThrow(
      `Another server already runs on the data folder ${folder}.`,
    )
    const other = { DATA_DIR: join(folder, 'other') }
    await expect(startHere({ ...other, PORT: String(first.port) })).rejects.toThrow(
      `Port ${first.port} is in use already: stop the other program or set PORT.`,
    )
    await first.close()
    // The failed start must not have created the operator's account, because nobody would have seen its password.
    const { db, close } = await openDataFolder(other.DATA_DIR)
    expect(await db.selectFrom('users').select('id').execute()).toEqual([])
    await close()
  })

  test.each([
    [
      { HOST: '203.0.113.1', PUBLIC_URL: 'https://panel.example.in' },
      'The server cannot listen on 203.0.113.1, port 0 (EADDRNOTAVAIL).',
    ],
    // /proc refuses new folders with ENOENT, as if a parent were missing. Node's recursive mkdir never ends there.
    [
      { DATA_DIR: '/proc/marketplace/data' },
      'The data folder /proc/marketplace/data cannot be written (ENOENT).',
    ],
  ])('with the settings %o', async (env, sentence) => {
    await expect(startHere(env)).rejects.toThrow(sentence)
  })

  test('if the app is not built, and the message names the command that builds it', () => {
    expect(() => requireBuiltApp(folder)).toThrow(/The app is not built: .* Run "npm run build"\./)
    writeFileSync(join(folder, 'index.html'), '')
    expect(requireBuiltApp(folder)).toBe(folder)
  })
})
