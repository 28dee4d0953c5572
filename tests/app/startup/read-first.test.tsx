import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { Profiler, Suspense, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { prepareSignIn } from '#src/app/router.tsx'
import { PanelSection } from '#src/app/shells/panel/panel-section.tsx'
import { readFirst } from '#src/app/shells/panel/panel-shell.tsx'
import type { Section } from '#src/config/paths.ts'
import { DASHBOARD } from '#src/features/dashboard/dashboard-queries.ts'
import { cacheEntryKey } from '#src/query-cache/cached-reads.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import {
  MEERA,
  OPERATOR,
  type RenderOptions,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

setupAnswers()

const TURNS = 1_000_000 // of the event loop: many more than it takes to send a request or to load code
const STATS = 'GET /admin/dashboard-stats'
const askStats = vi.fn(async () => HttpResponse.json(panelAnswers()[STATS] as object))
beforeEach(() => {
  askStats.mockClear()
  vi.spyOn(indexedDB, 'databases').mockResolvedValue([{ name: 'cache' }]) // the device may have saved copies
})

function start(options: RenderOptions = {}) {
  const responses = { ...panelAnswers(), [STATS]: askStats }
  return renderWithSync(null, { ...options, responses }).runtime
}

const FIGURES = savedReadKey('operator-1', DASHBOARD.name)

/** Reads without the passing of time, so that on no machine a limit ends the wait, and a wait for a limit never ends. */
async function readAtOnce(runtime: Parameters<typeof readFirst>[0], search: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isReady = false
  const reading = readFirst(runtime, search).then(() => {
    isReady = true
  })
  for (let turn = 0; turn < TURNS && !isReady; turn += 1) {
    await vi.advanceTimersByTimeAsync(0)
    await new Promise(setImmediate)
  }
  vi.useRealTimers()
  expect(isReady).toBe(true)
  await reading
}

function findFigures({ queryClient }: ReturnType<typeof start>) {
  return queryClient.getQueryData(FIGURES)
}

test('the dashboard of a signed-in operator is loaded before the first render', async () => {
  const runtime = start()
  await readAtOnce(runtime, '')
  expect(findFigures(runtime)).toMatchObject({ value: { totalRevenue: 125_000 } })
  expect(askStats).toHaveBeenCalledOnce()
})

test('on a device without saved copies, the first render does not wait for the figures', async () => {
  vi.spyOn(indexedDB, 'databases').mockResolvedValue([])
  let answerNow = () => {}
  const isTime = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  askStats.mockImplementationOnce(async () => {
    await isTime
    return HttpResponse.json(panelAnswers()[STATS] as object)
  })
  const runtime = start()
  await readAtOnce(runtime, '')
  expect(findFigures(runtime)).toBeUndefined()
  await vi.waitFor(() => expect(askStats).toHaveBeenCalledOnce(), BUSY)
  answerNow()
  await vi.waitFor(() => expect(findFigures(runtime)).toBeDefined(), BUSY)
})

test('a sign-in requests the figures without a look into the storage, and saves them there', async () => {
  const runtime = start({ session: null })
  const stop = prepareSignIn('/login', runtime)
  const { storage } = await runtime.openDevice()
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get')
  let keysBefore: unknown[] = []
  askStats.mockImplementationOnce(async () => {
    keysBefore = reads.mock.calls.map(([key]) => key)
    return HttpResponse.json(panelAnswers()[STATS] as object)
  })
  runtime.session.set(OPERATOR)
  await vi.waitFor(() => expect(findFigures(runtime)).toBeDefined(), BUSY)
  for (const key of [cacheEntryKey(FIGURES), 'acked']) expect(keysBefore).not.toContain(key)
  await runtime.sync.persister.idle()
  expect(await storage.cacheEntries.findHeader(cacheEntryKey(FIGURES))).toBeDefined()
  stop()
})

test.each([
  ['in another section', '?section=users', {}],
  ['as an end user', '', { session: MEERA }],
])('the dashboard is not loaded when the app starts %s', async (_whose, search, options) => {
  const runtime = start(options)
  await readFirst(runtime, search)
  expect(findFigures(runtime)).toBeUndefined()
  expect(runtime.queryClient.isFetching()).toBe(0)
  expect(askStats).not.toHaveBeenCalled()
})

test('a link to the listings loads them before the first render', async () => {
  const runtime = start()
  await readFirst(runtime, '?section=property')
  const key = savedReadKey(runtime.session.findUserId(), 'listings')
  expect(runtime.queryClient.getQueryData(key)).toMatchObject({ etag: null })
})

test('the code of a section is loaded before its first render', async () => {
  const { runtime } = renderWithSync(<Later section="loans" />, { responses: panelAnswers() })
  await readAtOnce(runtime, '?section=loans')
  fireEvent.click(screen.getByText('Render'))
  expect(screen.queryByText('The code is missing.')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Loan Applications' })).toBeVisible()
})

test.each([
  ['that is known has no placeholders', true],
  ['that is still loading has placeholders', false],
])('the first render of a dashboard %s of its lists', async (_which, isKnown) => {
  const placeholders: boolean[] = []
  const noteCommit = () => {
    placeholders.push(document.querySelector('.board-ghost') !== null)
  }
  const { runtime } = renderWithSync(
    <Profiler id="dashboard" onRender={noteCommit}>
      <Later section="dashboard" />
    </Profiler>,
    { responses: panelAnswers() },
  )
  if (isKnown) await readFirst(runtime, '')
  fireEvent.click(screen.getByText('Render'))
  await screen.findByRole('button', { name: 'Accept' })
  expect(placeholders.includes(true)).toBe(!isKnown)
})

function Later({ section }: { section: Section }) {
  const [isRendered, setRendered] = useState(false)
  if (!isRendered) {
    return (
      <button type="button" onClick={() => setRendered(true)}>
        Render
      </button>
    )
  }
  return (
    <Suspense fallback="The code is missing.">
      <PanelSection section={section} visit={1} onOpen={() => undefined} />
    </Suspense>
  )
}
