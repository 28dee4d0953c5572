// @module-tag long
import { readdirSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { findMeantAccount } from '#server/accounts/people/account-repository.ts'
import { openSession } from '#server/accounts/sessions/session-service.ts'
import { backupCommand } from '#server/cli/backup-command.ts'
import { restoreCommand } from '#server/cli/restore-command.ts'
import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import { startServer } from '#server/main/start-server.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import { makeVideo } from '#tests/server/listings/uploads/made-videos.ts'
import { makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import { startS3Server } from '#tests/support/server/s3-server.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import { runHere } from './command-run.ts'

const LISTING = 'ab'.repeat(12)

const folder = folderForEachTest()

const inFolder = async (): Promise<Record<string, string>> => ({})

/** The settings of a new, empty bucket. */
async function inBucket(): Promise<Record<string, string>> {
  const s3 = await startS3Server()
  onTestFinished(s3.stop)
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
  return {
    MEDIA_S3_ENDPOINT: endpoint,
    MEDIA_S3_BUCKET: bucket,
    MEDIA_S3_REGION: region,
    MEDIA_S3_ACCESS_KEY_ID: accessKeyId,
    MEDIA_S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Runs `work` with a server on a data folder. `ask` sends requests to the server. */
async function withServer<Result>(
  env: Record<string, string>,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings({ ...env, PORT: '0', LOG_LEVEL: 'silent' })
  const server = await startServer(settings, null)
  const ask: Ask = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
  return work(ask).finally(server.close)
}

/**
 * Signs the demo's end user in, while no server runs: a second connection of this process would wait for a transaction of
 * the server, which then could not end. Returns the token.
 */
async function signIn(dataDir: string): Promise<string> {
  const { db, close } = await openDataUnlocked({ dataDir, databaseUrl: null })
  const account = await findMeantAccount(db, { email: DEMO_USER_EMAIL, preferredRole: 'user' })
  if (!account) throw new Error('no demonstration data')
  const order = { account, deviceLabel: 'Test', now: new Date(), ttlDays: 7 }
  const { token } = await openSession(db, order)
  await close()
  return token
}

/** Uploads a photo and a video. Returns their URLs. */
async function addMedia(token: string, request: Ask): Promise<string[]> {
  const seller = makeUploadCalls({ app: { request } }, token)
  const photo = await seller.add(LISTING, await makeJpeg())
  const video = await seller.add(LISTING, makeVideo())
  return [photo, video].map(({ json }) => String(json['data']?.['url']))
}

/** Requests the files. Returns their bytes. */
async function readFiles(ask: Ask, urls: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(urls.map((url) => ask(url)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return bodies.map((body) => Buffer.from(body).toString('base64'))
}

test.each([
  ['a folder', 'a bucket', inFolder, inBucket],
  ['a bucket', 'a folder', inBucket, inFolder],
])(
  'the media of a backup from %s are served after a restore into %s',
  async (_from, _to, before, after) => {
    const base = { PAN_KEY: TEST_PAN_KEY }
    const [old, restored] = [folder.at('old'), folder.at('new')]
    const from = { ...base, ...(await before()), DATA_DIR: old }
    const file = folder.at('one.backup')
    // The first start makes the demonstration data.
    await withServer(from, async () => undefined)
    const token = await signIn(old)
    const { urls, files } = await withServer(from, async (ask) => {
      const urls = await addMedia(token, ask)
      // Makes the backup while the server runs.
      expect(await runHere(backupCommand, ['--with-media', file], from)).toContain(
        `The photos and videos are in ${file}.media, in 7 files.\n`,
      )
      return { urls, files: await readFiles(ask, urls) }
    })
    rmSync(old, { recursive: true })

    const to = { ...base, ...(await after()), DATA_DIR: restored }
    const checked = await runHere(restoreCommand, ['--dry-run', file], to)
    expect(checked).toContain('Files of photos and videos: 7.\n')
    expect(readdirSync(folder.path).sort()).toEqual([
      'one.backup',
      'one.backup.media',
      'one.backup.sha256',
    ])
    const said = await runHere(restoreCommand, ['--yes', file], to)
    expect(said).toContain('Files of photos and videos: 7.\n')
    expect(said).not.toContain('missing')
    await withServer(to, async (ask) => expect(await readFiles(ask, urls)).toEqual(files))
  },
)
