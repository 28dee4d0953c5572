// @module-tag long
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMeantAccount } from '#server/auth/account-repository.ts'
import { openSession } from '#server/auth/sessions/session-service.ts'
import { openDataUnlocked } from '#server/database/connection/open-data.ts'
import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import { startApi } from '#tests/server/server-process.ts'
import { isOnPostgres, openTestDatabase } from '#tests/support/server/test-database.ts'
import { makeJpeg } from './made-photos.ts'
import { makeTusHeaders } from './upload-calls.ts'

const PROCESS_MS = 120_000 // the test starts two servers, which compile TypeScript while other tests run
const SENT_BYTES = 40_000

test(
  'an upload continues at its last stored byte after the server was killed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'upload-kill-'))
    const database = await openTestDatabase()
    const databaseUrl = isOnPostgres() ? database.place : null
    const env = {
      DATA_DIR: folder,
      SEED: 'demo',
      ...(databaseUrl && {
        DATABASE_URL: databaseUrl,
        APP_SECRET: 'a secret of this test, long enough',
      }),
    }
    let server = await startApi(env)
    const data = await openDataUnlocked({ dataDir: folder, databaseUrl })
    const account = await findMeantAccount(data.db, {
      email: DEMO_USER_EMAIL,
      preferredRole: 'user',
    })
    if (!account) throw new Error('no demonstration data')
    const now = new Date()
    const { token } = await openSession(data.db, { account, deviceLabel: 'Test', now, ttlDays: 7 })
    await data.close()

    const photo = await makeJpeg({ width: 2400, height: 1600 })
    const headers = { 'Tus-Resumable': '1.0.0', Authorization: `Bearer ${token}` }
    const created = await fetch(`${server.url}/api/account/uploads`, {
      method: 'POST',
      headers: { ...headers, 'Upload-Length': String(photo.length) },
    })
    const path = created.headers.get('Location') ?? ''
    const id = path.split('/').at(-1) ?? ''
    const sending = request(`${server.url}${path}`, {
      method: 'PATCH',
      headers: { ...makeTusHeaders(token, 0), 'Content-Length': String(photo.length) },
    })
    sending.on('error', () => undefined)
    sending.write(photo.subarray(0, SENT_BYTES))
    await expect.poll(() => statSync(join(folder, 'uploads', id)).size).toBe(SENT_BYTES)
    await server.stop('SIGKILL')

    server = await startApi(env)
    const seen = await fetch(`${server.url}${path}`, { method: 'HEAD', headers })
    expect(seen.headers.get('Upload-Offset')).toBe(String(SENT_BYTES))
    const rest = await fetch(`${server.url}${path}`, {
      method: 'PATCH',
      headers: makeTusHeaders(token, SENT_BYTES),
      body: new Uint8Array(photo.subarray(SENT_BYTES)),
    })
    expect(rest.status).toBe(204)
    const done = await fetch(`${server.url}/api/account/listings/${'ab'.repeat(12)}/media`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ upload: id }),
    })
    expect(await done.json()).toMatchObject({ success: true, data: { kind: 'photo', width: 1600 } })
    await server.stop('SIGKILL')
    await database.close()
    rmSync(folder, { recursive: true })
  },
  PROCESS_MS,
)
