import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import { readFirst } from '#src/app/shells/panel/panel-shell.tsx'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { cacheEntryKey, type SavedRead } from '#src/query-cache/cached-reads.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { findBoard } from '#src/query-cache/use-seen-listing.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  renderApp,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

// How the app reads listings: first the whole list, then deltas (the changes since the last read).

setupAnswers()

const ADDRESS = '/dashboard?section=property'
const STATUS = 'PATCH /admin/properties/:id/status'
const LIST = 'GET /admin/properties'
const KEY = savedReadKey(OPERATOR.account.id, 'listings')
const FLAT = wireListing({ _id: 'f1', propertyName: 'Sea-view flat' })
const createdOn = (day: number) => ({ createdAt: `2025-06-${day}T06:00:00.000Z` })
const SHOP = wireListing({ _id: 's1', propertyName: 'Main-road shop', ...createdOn(16) })
const PLOT = wireListing({ _id: 'p1', propertyName: 'Corner plot', ...createdOn(18) })

/** The query and the If-None-Match header of each listings request. */
let asked: { query: string; tag: string | null }[]
beforeEach(() => {
  asked = []
})

/** Answers the requests with these answers in order. The last one is repeated. */
function listAnswers(...answers: (() => Response)[]) {
  return (request: Request) => {
    const next = answers[Math.min(asked.length, answers.length - 1)]
    const query = new URL(request.url).search
    asked.push({ query, tag: request.headers.get('If-None-Match') })
    return next?.() ?? HttpResponse.error()
  }
}

const list = (revision: number, body: object) => () =>
  HttpResponse.json(
    { success: true, meta: { cursor: `e-${revision}` }, ...body },
    { headers: { ETag: `"r${revision}"` } },
  )
const WHOLE = list(1, { data: [FLAT, SHOP] })
const UNCHANGED = () => new HttpResponse(null, { status: 304 })

/** Opens the listings on a server that answers the requests for them in this order. */
async function open(...answers: (() => Response)[]): Promise<Runtime> {
  const responses = { ...panelAnswers(), [LIST]: listAnswers(...answers) }
  const { runtime } = renderApp({ address: ADDRESS, responses })
  await screen.findAllByText('Main-road shop')
  return runtime
}

const refetch = (runtime: Runtime) =>
  act(() => runtime.queryClient.refetchQueries({ queryKey: KEY }))
const readOf = (runtime: Runtime) =>
  runtime.queryClient.getQueryData<SavedRead<{ id: string }[]>>(KEY)

/** Reads the cache entry of the listings from the database, as the app does after a restart. */
async function findStored() {
  const cache = createCacheDatabase()
  const entry = await createCacheEntryStore(cache).find(cacheEntryKey(KEY))
  cache.close()
  if (!entry) throw new Error('there is no copy')
  const { state } = entry.header as { state: { data: SavedRead<unknown> } } // the type of a saved read's header
  return { rows: entry.rows, cursor: state.data.cursor }
}

describe('with a server that offers deltas, the app', () => {
  test('requests a delta and applies it on the screen and in the cache', async () => {
    const changes = list(2, { data: [PLOT], removed: ['s1'] })
    const runtime = await open(WHOLE, changes, UNCHANGED)
    const [flat] = readOf(runtime)?.value ?? []
    await refetch(runtime)
    expect((await screen.findAllByText('Corner plot'))[0]).toBeVisible()
    expect(screen.queryByText('Main-road shop')).toBeNull()
    expect(readOf(runtime)?.value[1]).toBe(flat)
    await runtime.sync.persister.idle()
    expect(await findStored()).toMatchObject({ rows: [{ id: 'p1' }, { id: 'f1' }], cursor: 'e-2' })
    await refetch(runtime)
    expect(asked).toEqual([
      { query: '?share=device', tag: null },
      { query: '?since=e-1&share=device', tag: '"r1"' },
      { query: '?since=e-2&share=device', tag: '"r2"' },
    ])
  })

  test('requests a delta after a restart as well', async () => {
    const first = await open(WHOLE)
    await first.sync.persister.idle()
    cleanup()
    await first.dispose()
    asked = []
    await open(list(2, { data: [PLOT], removed: [] }))
    expect((await screen.findAllByText('Corner plot'))[0]).toBeVisible()
    expect(screen.getAllByText('Main-road shop')[0]).toBeVisible()
    expect(asked).toEqual([{ query: '?since=e-1&share=device', tag: '"r1"' }])
  })

  test('requests the whole list when a delta has an unreadable row', async () => {
    const unreadable = list(2, { data: [{ propertyName: 'No id' }], removed: [] })
    const runtime = await open(WHOLE, unreadable, list(7, { data: [PLOT] }))
    await refetch(runtime)
    expect((await screen.findAllByText('Corner plot'))[0]).toBeVisible()
    expect(asked.map(({ query }) => query)).toEqual([
      '?share=device',
      '?since=e-1&share=device',
      '?share=device',
    ])
    expect(readOf(runtime)).toMatchObject({ cursor: 'e-7', value: [{ id: 'p1' }] })
  })

  test('requests a delta after a conflict with another device', async () => {
    const theirs = { ...SHOP, version: 4, status: 'rejected' }
    const runtime = await open(WHOLE, list(2, { data: [theirs], removed: [] }))
    const data = { current: theirs, changedAt: '2025-06-17T06:05:00.000Z', device: null }
    const conflict = { success: false, error: 'Changed.', code: 'version-conflict', data }
    answer({ [STATUS]: () => HttpResponse.json(conflict, { status: 412 }) })
    await act(() =>
      runtime.sync.outbox.queueListing(
        { id: 's1', name: 'Main-road shop', status: 'pending', version: 3 },
        { kind: 'status', to: 'approved' },
        'table',
      ),
    )
    await waitFor(() =>
      expect(asked.map(({ query }) => query)).toEqual(['?share=device', '?since=e-1&share=device']),
    )
    await waitFor(() => expect(readOf(runtime)?.value[1]).toMatchObject({ status: 'rejected' }))
  })
})

test('the first list reuses the equal rows of the board', async () => {
  const { runtime } = renderWithSync(null, { responses: panelAnswers([FLAT, SHOP]) })
  answer({ [LIST]: list(1, { data: [PLOT, FLAT, { ...SHOP, version: 4 }] }) })
  await readFirst(runtime, '')
  await readFirst(runtime, '?section=property')
  const board = findBoard(runtime.queryClient, OPERATOR.account.id)?.listings ?? []
  const rows = readOf(runtime)?.value ?? []
  expect(rows.map((row) => board.some((shown) => shown === row))).toEqual([false, true, false])
})
