import { act, fireEvent, render } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '#src/app/app.tsx'
import { createPage } from '#src/app/startup/page.ts'
import { MEERA } from '#tests/support/render-with-sync.tsx'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

beforeEach(() => {
  haveDatabases([])
  window.history.replaceState(null, '', '/login')
})

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

function haveDatabases(found: IDBDatabaseInfo[]) {
  vi.spyOn(indexedDB, 'databases').mockResolvedValue(found)
}

async function open() {
  const load = vi.fn(() => new Promise<never>(() => {}))
  const page = createPage(window, load)
  await act(async () => {
    render(
      <BrowserRouter>
        <App page={page} updates={null} />
      </BrowserRouter>,
    )
  })
  return { page, load }
}

test.each([
  ['presses the pointer', () => fireEvent.pointerDown(document.body)],
  ['presses a key', () => fireEvent.keyDown(document.body)],
])('the rest of the app loads only once, when a visitor first %s', async (_what, doIt) => {
  const { load } = await open()
  expect(load).not.toHaveBeenCalled()
  doIt()
  doIt()
  expect(load).toHaveBeenCalledTimes(1)
})

test('without a session, the rest of the app loads at once if the device still has stored data, to delete it', async () => {
  haveDatabases([{ name: 'cache', version: 1 }])
  const { load } = await open()
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1), BUSY)
})

test('the rest of the app loads at once when a session starts', async () => {
  const { page, load } = await open()
  act(() => page.session.set(MEERA))
  expect(load).toHaveBeenCalledTimes(1)
})
