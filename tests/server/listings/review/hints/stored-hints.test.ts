import { beforeEach, describe, expect, test } from 'vitest'
import { makeHintKind } from '#server/listings/review/hint-kind-service.ts'
import { countJobs } from '#server/platform/jobs/job-queue-service.ts'
import { call } from '#tests/server/api-call.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { ASHA_ID, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { idOf } from '#tests/server/market-data.ts'
import { claimJobs, runJobs } from '#tests/support/server/job-run.ts'

const ID = idOf(300)
const CONTACT = { description: 'Call 99999 88888 in the evening. Two balconies, a quiet lane.' }
const { server, asha, operator } = postingForEachTest()

let token: string
beforeEach(() => {
  token = operator.token
})

interface Row {
  _id: string
  version: number
  hints?: string[]
}

const rowsOf = (json: { data?: unknown }) => json.data as Row[] // the answer is described, and checked against it
const ask = (path: string, as = token) => call(server, 'GET', `/api/admin${path}`, { token: as })
const lookForHints = () => runJobs(server, makeHintKind(server))

async function getListing(as = token): Promise<Row | undefined> {
  return rowsOf((await ask('/properties', as)).json).find(({ _id }) => _id === ID)
}

async function find(query: string): Promise<boolean> {
  const { json } = await ask(`/properties?${query}`)
  return rowsOf(json).some(({ _id }) => _id === ID)
}

const submit = (change: object = {}) => asha.submit(ID, { ...FLAT, ...change })

async function countWaiting(): Promise<number> {
  const counts = await countJobs(server.db)
  return counts.find(({ kind }) => kind === 'hints')?.jobs ?? 0
}

describe('the kinds of hints of a submission', () => {
  test('are looked for after it was stored, and are then a part of the list, without a new version', async () => {
    expect((await submit(CONTACT)).status).toBe(200)
    const before = await getListing()
    expect(before?.hints).toBeUndefined()
    expect([await find('hint=text'), await find('hint=none')]).toEqual([false, false])
    const { headers } = await ask('/properties')
    await lookForHints()
    expect(await getListing()).toEqual({ ...before, hints: ['text'] })
    // The list has a new state, so that devices and open panels read it again.
    const again = await call(server, 'GET', '/api/admin/properties', {
      token,
      headers: { 'If-None-Match': headers.get('ETag') ?? '' },
    })
    expect(again.status).toBe(200)
    expect(await countWaiting()).toBe(0)
  })

  test.each([
    ['hint=text', true],
    ['hint=any', true],
    ['hint=photo&hint=text', true],
    ['hint=photo', false],
    ['hint=none', false],
  ])('pass the filter %s: %s', async (query, isFound) => {
    await submit(CONTACT)
    await lookForHints()
    expect(await find(query)).toBe(isFound)
  })

  test('of a listing without any are none', async () => {
    await submit()
    await lookForHints()
    expect((await getListing())?.hints).toEqual([])
    expect([await find('hint=none'), await find('hint=any')]).toEqual([true, false])
  })

  test('are looked for again when the listing is submitted again, and stay when it is decided', async () => {
    await submit(CONTACT)
    await lookForHints()
    await operator.decide(ID, 'rejected')
    expect((await getListing())?.hints).toEqual(['text'])
    await submit()
    expect((await getListing())?.hints).toBeUndefined()
    await lookForHints()
    expect((await getListing())?.hints).toEqual([])
  })

  test('of an earlier submission are not stored for a later one', async () => {
    await submit(CONTACT)
    const [run = () => Promise.resolve()] = await claimJobs(server, makeHintKind(delayed()))
    const running = run()
    await hasRead
    await submit()
    resume()
    await running
    expect((await getListing())?.hints).toBeUndefined()
    await lookForHints()
    expect((await getListing())?.hints).toEqual([])
  })

  test('stay as they were found when a reviewer opens the submission, which shows what is found then', async () => {
    await submit()
    await lookForHints()
    const owner = server.db.updateTable('users').set({ full_name: '' }).where('id', '=', ASHA_ID)
    await owner.execute()
    expect((await getListing())?.hints).toEqual([])
    const { json } = await ask(`/properties/${ID}/posting`)
    expect(json['data']?.['checks']).toMatchObject([{ code: 'no-owner' }])
    expect((await getListing())?.hints).toEqual([])
  })

  test('are for roles that see the contact of owners: others neither read them nor filter by them', async () => {
    await submit(CONTACT)
    await lookForHints()
    const viewer = await server.signInAs('viewer')
    expect(await getListing(viewer)).not.toHaveProperty('hints')
    expect(await ask('/properties?hint=any', viewer)).toMatchObject({
      status: 403,
      json: { code: 'not-allowed' },
    })
    expect((await ask('/properties?city=Pune', viewer)).status).toBe(200)
    const exported = (as: string) =>
      call(server, 'POST', '/api/admin/properties/export', {
        token: as,
        body: { format: 'csv', query: 'hint=any' },
      })
    expect((await exported(viewer)).status).toBe(403)
    expect((await exported(token)).status).toBe(200)
  })
})

let hasRead: Promise<void>
let resume: () => void

/** The server, whose next write waits until `resume` is called. */
function delayed(): Pick<typeof server, 'db' | 'write'> {
  let read: () => void = () => undefined
  hasRead = new Promise((resolve) => {
    read = resolve
  })
  const resumed = new Promise<void>((resolve) => {
    resume = resolve
  })
  const write: typeof server.write = async (work) => {
    read()
    await resumed
    return server.write(work)
  }
  return { db: server.db, write }
}
