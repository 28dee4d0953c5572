import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '#tests/server/api-call.ts'
import { FLAT, makePostingCalls } from '#tests/server/listings/content/posting-calls.ts'
import { makeKey, makeSender } from '#tests/server/listings/import/import-calls.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import { makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import { startBuiltApi } from '#tests/server/server-process.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { median } from './figures.ts'
import { addMember } from './intake-people.ts'
import { type Measurement, measureRows, type RowOf, repeat } from './measurement.ts'
import { readPeakMb } from './peak-memory.ts'

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

const ROWS: readonly RowOf<Awaited<ReturnType<typeof measureIntake>>>[] = [
  ['A listing saved and submitted by its owner, median of 20', 'ms', null, (r) => r.postMs],
  ['500 listings imported in one call', 'ms', null, (r) => r.importMs],
  ['A photo of 12 megapixels sent and examined', 'ms', null, (r) => r.photoMs],
  ['Ten such photos at once, until all are stored', 's', null, (r) => r.tenPhotosS],
  ["… most of the server's memory by then", 'MB', 300, (r) => r.peakMb],
]

async function measureIntake(photo: Buffer) {
  const dataDir = mkdtempSync(join(tmpdir(), 'intake-bench-'))
  const process = await startBuiltApi({
    DATA_DIR: dataDir,
    SEED: 'none',
    LOG_LEVEL: 'error',
  })
  try {
    const server = makeRemote(process.url)
    const owners = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, number) => addMember(dataDir, number)),
    )
    const sendPhoto = (owner: number) =>
      makeUploadCalls(server, owners[owner] ?? '').add(idOf('b', owner), photo)
    const photoMs = await time(() => sendPhoto(0))
    const tenMs = await time(() => Promise.all(owners.map((_, owner) => sendPhoto(owner))))
    // Read before the import, which would raise the peak.
    const peakMb = readPeakMb(process.child.pid)
    const posted = await repeat(POSTED, (number) => {
      const { save, act } = makePostingCalls(server, owners[number % AT_ONCE] ?? '')
      const id = idOf('a', number)
      return time(async () => {
        await save(id, FLAT)
        await act(id, 'submit')
      })
    })
    const key = await makeKey(server, await signIn(server, process.password))
    const listings = Array.from({ length: IMPORTED }, (_, n) => ({ ...FLAT, reference: `r${n}` }))
    const importMs = await time(() => makeSender(server, key)(listings))
    return { postMs: median(posted), importMs, photoMs, tenPhotosS: tenMs / 1_000, peakMb }
  } finally {
    await process.stop('SIGKILL')
    rmSync(dataDir, { recursive: true })
  }
}

/** A server in another process, for the calls of the server's tests, which use only `request`. @throws on a refusal */
function makeRemote(url: string): TestServer {
  async function request(path: string, init: RequestInit): Promise<Response> {
    const answer = await fetch(`${url}${path}`, init)
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
    return answer
  }
  return { app: { request } } as object as TestServer
}

async function signIn(server: TestServer, password: string | null): Promise<string> {
  const body = { email: 'operator@marketplace.example', password }
  return String((await call(server, 'POST', '/api/auth/login', { body })).json['token'])
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function idOf(letter: string, number: number): string {
  return number.toString(16).padStart(24, letter)
}
