// @module-tag long
import { statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { startApi } from '#tests/server/server-process.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { accessAccounts } from '#tests/support/server/test-accounts.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { makeJpeg } from './made-photos.ts'
import { makeTusHeaders, makeUploadCalls } from './upload-calls.ts'

const PROCESS_MS = 120_000 // the test starts two servers, which compile TypeScript while other tests run
const SENT_BYTES = 40_000

test(
  'an upload continues at its last stored byte after the server was killed',
  async () => {
    const dataDir = makeFolderForTest()
    const { place } = await openDatabaseForTest()
    const databaseUrl = isOnPostgres() ? place : null
    const env = {
      DATA_DIR: dataDir,
      SEED: 'demo',
      APP_SECRET: 'a secret of this test, long enough',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    }
    const killed = await startApi(env)
    const { db, close } = await openDataUnlocked({ dataDir, databaseUrl })
    const seller = { email: DEMO_USER_EMAIL, preferredRole: 'user' } as const
    const token = await accessAccounts(db, () => new Date(), 7).signIn(seller)
    await close()

    const photo = await makeJpeg({ width: 2400, height: 1600 })
    const id = await makeUploadCalls(killed, token).open(photo.length)
    const sending = request(`${killed.url}/api/account/uploads/${id}`, {
      method: 'PATCH',
      headers: { ...makeTusHeaders(token, 0), 'Content-Length': String(photo.length) },
    })
    sending.on('error', () => undefined)
    sending.write(photo.subarray(0, SENT_BYTES))
    await expect.poll(() => statSync(join(dataDir, 'uploads', id)).size).toBe(SENT_BYTES)
    await killed.stop('SIGKILL')

    const server = await startApi(env)
    const uploads = makeUploadCalls(server, token)
    expect((await uploads.head(id)).headers.get('Upload-Offset')).toBe(String(SENT_BYTES))
    const rest = await uploads.patch(id, SENT_BYTES, photo.subarray(SENT_BYTES))
    expect(rest.status).toBe(204)
    const photoData = { kind: 'photo', width: 1600 }
    expect(await uploads.finish(id)).toMatchObject({ status: 200, json: { data: photoData } })
    await server.stop('SIGKILL')
  },
  PROCESS_MS,
)
