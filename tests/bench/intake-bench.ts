import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addMember } from '#tests/bench/intake-people.ts'
import { BUSINESS } from '#tests/server/imports/import-calls.ts'
import { FLAT } from '#tests/server/posting/posting-calls.ts'
import { startBuiltApi } from '#tests/server/server-process.ts'
import { makeJpeg } from '#tests/server/uploads/made-photos.ts'
import { makeTusHeaders } from '#tests/server/uploads/upload-calls.ts'
import { median } from './figures.ts'
import { type Measurement, measureRows, type RowOf } from './measurement.ts'

// Measures how fast the server accepts owners' listings, an import and photos. The server runs in a separate process,
// so that its memory can be measured alone.

const POSTED = 20
const IMPORTED = 500 // the most that one call accepts
const AT_ONCE = 10
const PHOTO = { width: 4000, height: 3000 } // 12 megapixels, as phones take them

/** Ignores its stage (a browser), because it measures only the server. */
export const intake: Measurement<unknown> = {
  name: 'intake',
  async measure(_, runs) {
    const photo = await makeJpeg(PHOTO)
    return measureRows(runs, () => measureIntake(photo), ROWS)
  },
}

interface Intake {
  postMs: number
  importMs: number
  photoMs: number
  tenPhotosS: number
  peakMb: number
}

const ROWS: readonly RowOf<Intake>[] = [
  ['A listing saved and submitted by its owner, median of 20', 'ms', null, (r) => r.postMs],
  ['500 listings imported in one call', 'ms', null, (r) => r.importMs],
  ['A photo of 12 megapixels sent and examined', 'ms', null, (r) => r.photoMs],
  ['Ten such photos at once, until all are stored', 's', null, (r) => r.tenPhotosS],
  ["… most of the server's memory by then", 'MB', 300, (r) => r.peakMb],
]

async function measureIntake(photo: Buffer): Promise<Intake> {
  const dataDir = mkdtempSync(join(tmpdir(), 'intake-bench-'))
  const server = await startBuiltApi({
    DATA_DIR: dataDir,
    SEED: 'none',
    LOG_LEVEL: 'error',
    MALLOC_ARENA_MAX: '2', // as in deploy/Dockerfile
  })
  try {
    const owners = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, number) => addMember(dataDir, number)),
    )
    const photoMs = await time(() => sendPhoto(server.url, owners[0] ?? '', photo))
    const tenMs = await time(() =>
      Promise.all(owners.map((token) => sendPhoto(server.url, token, photo))),
    )
    // Read before the import, which would raise the peak.
    const peakMb = readPeakMb(server.child.pid)
    const postMs = await measurePosting(server.url, owners)
    const key = await makeKey(server.url, server.password ?? '')
    const listings = Array.from({ length: IMPORTED }, (_, n) => ({ ...FLAT, reference: `r${n}` }))
    const importMs = await time(() =>
      send(server.url, key, 'POST', '/import/listings', { listings }),
    )
    return { postMs, importMs, photoMs, tenPhotosS: tenMs / 1_000, peakMb }
  } finally {
    await server.stop('SIGKILL')
    rmSync(dataDir, { recursive: true })
  }
}

async function measurePosting(url: string, owners: readonly string[]): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < POSTED; number += 1) {
    const token = owners[number % owners.length] ?? ''
    const path = `/account/listings/${number.toString(16).padStart(24, 'a')}`
    times.push(
      await time(async () => {
        await send(url, token, 'PUT', path, FLAT)
        await send(url, token, 'POST', `${path}/submit`)
      }),
    )
  }
  return median(times)
}

/** Uploads a file and adds it as a photo to a listing, with the same calls as the app. */
async function sendPhoto(url: string, token: string, photo: Buffer): Promise<void> {
  const created = await fetch(`${url}/api/account/uploads`, {
    method: 'POST',
    headers: { ...makeTusHeaders(token, 0), 'Upload-Length': String(photo.length) },
  })
  const path = created.headers.get('Location') ?? ''
  const sent = await fetch(`${url}${path}`, {
    method: 'PATCH',
    headers: makeTusHeaders(token, 0),
    body: new Uint8Array(photo),
  })
  if (sent.status !== 204) throw new Error(`an upload was answered ${sent.status}`)
  const listing = token.slice(0, 4).replace(/./g, (char) => char.charCodeAt(0).toString(16))
  await send(url, token, 'POST', `/account/listings/${listing.padStart(24, 'b')}/media`, {
    upload: path.split('/').at(-1),
  })
}

async function makeKey(url: string, password: string): Promise<string> {
  const email = 'operator@marketplace.example'
  const signedIn = await send(url, null, 'POST', '/auth/login', { email, password })
  const body = { name: 'Site', business: BUSINESS, expiresInDays: null }
  const made = await send(url, String(signedIn['token']), 'POST', '/admin/api-keys', body)
  return (made['data'] as { key: string }).key
}

/** @throws unless the answer is 200 */
async function send(
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${text}`)
  return JSON.parse(text)
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The peak resident memory of a process since its start, as Linux records it. */
function readPeakMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_000
}
