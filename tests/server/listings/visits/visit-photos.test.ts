import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { cleanUp } from '#server/operations/expiry-cleanup.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { findVisitName } from '#server/platform/media/stores/media-names.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { UPLOAD_HOURS, VISIT_PHOTO_DAYS } from '#src/domain/retention.ts'
import { MOST_VISIT_PHOTOS } from '#src/domain/visit/visit.ts'
import { addCaller } from '#tests/server/accounts/sign-in/rights/stage.ts'
import { call } from '#tests/server/api-call.ts'
import { makeJpeg, SVG } from '#tests/server/listings/uploads/made-photos.ts'
import { makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LISTING = idOf(11)
const TAKEN = '2026-03-01T08:30:00.000Z'

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(11), makeListing(12)] }),
})
let ravi: string
let seller: { token: string }

beforeEach(async () => {
  ravi = await server.signInAs('reviewer')
  seller = await addCaller(server, 'seller')
})

function addPhoto(upload: string, token = ravi, listing = LISTING) {
  const body = { upload, takenAt: TAKEN }
  return call(server, 'POST', `/api/admin/properties/${listing}/visit-photos`, { token, body })
}

async function sendPhoto(file?: Buffer, token = ravi): Promise<string> {
  const id = await makeUploadCalls(server, token).sendFile(file ?? (await makeJpeg()))
  const { status, text } = await addPhoto(id, token)
  if (status !== 200) throw new Error(text)
  return id
}

function record(photos: string[], { token = ravi, listing = LISTING, number = 1 } = {}) {
  const id = String(number).padStart(24, 'a')
  const body = { id, at: TAKEN, answers: [], note: '', place: null, photos }
  return call(server, 'POST', `/api/admin/properties/${listing}/visits`, { token, body })
}

const read = (id: string, token = ravi, size = 'small') =>
  call(server, 'GET', `/api/admin/visit-photos/${id}?size=${size}`, { token })
const readHistory = async (token: string) =>
  (await call(server, 'GET', `/api/admin/properties/${LISTING}/history`, { token })).json['data']
const listPhotos = () => server.db.selectFrom('visit_photos').selectAll().execute()

describe('a photo of a visit', () => {
  test('is stored with its time and without its metadata, and read by the team alone', async () => {
    const photo = await sharp(await makeJpeg())
      .withExif({ IFD0: { Copyright: 'secret-camera' } })
      .toBuffer()
    const id = await sendPhoto(photo)
    expect((await read(id)).status).toBe(404) // until its visit names it
    expect((await record([id])).status).toBe(200)
    const viewer = await server.signInAs('viewer')
    for (const size of ['small', 'large']) {
      const answer = await read(id, viewer, size)
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
    const name = findVisitName('large') ?? ''
    const file = await server.mediaStore.open({ mediaId: id, name })
    if (!file) throw new Error('the photo is not stored')
    const stored = await buffer(file.read({ start: 0, end: file.bytes - 1 }))
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    expect(stored.includes('secret-camera')).toBe(false)
    const [entry] = (await readHistory(viewer)) as unknown as HistoryEntry[] // as the OpenAPI document says
    expect(entry).toMatchObject({
      action: 'Visited',
      photos: [{ id, takenAt: TAKEN, width: 1200, height: 800 }],
    })
    expect(await listPhotos()).toMatchObject([{ id, taken_at: TAKEN, width: 1200, height: 800 }])
    for (const name of ['320.webp', '320.jpg', 'visit-320.webp', 'visit-1600.webp'])
      expect((await call(server, 'GET', `/media/listings/${id}/${name}`)).status).toBe(404)
    expect((await read(id, '')).status).toBe(401)
    expect((await read(id, seller.token)).status).toBe(403)
    expect((await read(id, await server.signInAs('loans'))).status).toBe(403)
    expect((await read(id, ravi, 'huge')).status).toBe(404)
  })

  test('that is not a photo, or of a listing that there is not, is refused, and nothing is kept', async () => {
    const id = await makeUploadCalls(server, ravi).sendFile(SVG)
    expect(await addPhoto(id)).toMatchObject({ status: 400, json: { code: 'media-refused' } })
    const other = await makeUploadCalls(server, ravi).sendFile(await makeJpeg())
    expect((await addPhoto(other, ravi, idOf(99))).status).toBe(404)
    expect(await listPhotos()).toEqual([])
  })

  test('is for those who decide, of an upload of their own', async () => {
    for (const role of ['viewer', 'support', 'loans'] as const) {
      const token = await server.signInAs(role)
      expect((await makeUploadCalls(server, token).create(1_000)).status).toBe(403)
    }
    const foreign = await makeUploadCalls(server, seller.token).sendFile(await makeJpeg())
    expect((await addPhoto(foreign, seller.token)).status).toBe(403)
    expect((await addPhoto(foreign)).status).toBe(404)
    const own = await makeUploadCalls(server, ravi).sendFile(await makeJpeg())
    expect((await makeUploadCalls(server, ravi).finish(own)).status).toBe(403) // for a listing of an owner
  })

  test('goes to one visit of its person and listing, and a repeat of both changes nothing', async () => {
    const id = await sendPhoto()
    expect((await addPhoto(id)).status).toBe(200)
    const owner = await server.signIn()
    const gone = { status: 409, json: { code: 'visit-photo-gone' } }
    expect(await record([id], { token: owner, number: 2 })).toMatchObject(gone)
    expect(await record([id], { listing: idOf(12), number: 3 })).toMatchObject(gone)
    expect((await record([id])).status).toBe(200)
    expect((await record([id])).status).toBe(200)
    expect(await record([id], { number: 4 })).toMatchObject(gone)
    expect(await server.db.selectFrom('visits').select('id').execute()).toHaveLength(1)
    expect(await listPhotos()).toHaveLength(1)
  })

  test('is one of ten at most in a visit, each named once', async () => {
    const ids = Array.from({ length: MOST_VISIT_PHOTOS + 1 }, (_, n) => String(n).padStart(32, '0'))
    expect(await record(ids)).toMatchObject({
      status: 400,
      json: { error: 'A visit has at most 10 photos.' },
    })
    expect((await record(['a'.repeat(32), 'a'.repeat(32)])).status).toBe(400)
  })
})

describe('is deleted with its files,', () => {
  const listFiles = async () => {
    const found: string[] = []
    for await (const { mediaId } of server.mediaStore.list()) found.push(mediaId)
    return found
  }
  const queued = async () =>
    (
      await server.db
        .selectFrom('jobs')
        .select('key')
        .where('kind', '=', 'media-removals')
        .execute()
    ).map(({ key }) => key)
  const cleanAt = (ms: number) =>
    cleanUp({ ...server, log: makeLog('silent'), clock: () => new Date(ms) }, () => false)

  test('if no visit names it for a day, and half a year after it arrived', async () => {
    const alone = await sendPhoto()
    const named = await sendPhoto()
    await record([named])
    expect((await listFiles()).sort()).toEqual([alone, named].sort())
    const storedMs = server.clock.now().getTime()
    await cleanAt(storedMs + UPLOAD_HOURS * HOUR_MS - 1)
    expect(await queued()).toEqual([])
    await cleanAt(storedMs + UPLOAD_HOURS * HOUR_MS)
    expect(await queued()).toEqual([alone])
    await cleanAt(storedMs + VISIT_PHOTO_DAYS * DAY_MS - 1)
    expect((await listPhotos()).map(({ id }) => id)).toEqual([named])
    await cleanAt(storedMs + VISIT_PHOTO_DAYS * DAY_MS)
    expect((await queued()).sort()).toEqual([alone, named].sort())
    expect(await listPhotos()).toEqual([])
  })

  test('with its listing', async () => {
    const id = await sendPhoto()
    await record([id])
    await call(server, 'DELETE', `/api/admin/property/${LISTING}`, { token: await server.signIn() })
    expect(await listPhotos()).toEqual([])
    expect(await queued()).toEqual([id])
  })

  test('or, after the erasure of the visitor, kept with the visit alone', async () => {
    const alone = await sendPhoto()
    const named = await sendPhoto()
    await record([named])
    const personId = await server.findAccountId('reviewer@team.example')
    await eraseAgain(server.db, [personId], server.clock.now(), PERSONAL_PARTS)
    expect(await listPhotos()).toMatchObject([{ id: named, person_id: null }])
    expect(await queued()).toEqual([alone])
  })
})
