import { act, fireEvent, render } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '#src/app/app.tsx'
import { createPage } from '#src/app/startup/page.ts'

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
  ['presses', () => fireEvent.pointerDown(document.body)],
  ['types', () => fireEvent.keyDown(document.body)],
])('a stranger who reads has nothing more loaded; one who %s has', async (_what, doIt) => {
  const { load } = await open()
  expect(load).not.toHaveBeenCalled()
  doIt()
  doIt()
  expect(load).toHaveBeenCalledTimes(1)
})

test('where somebody left something the rest comes at once, so that nothing of theirs is kept', async () => {
  haveDatabases([{ name: 'cache', version: 1 }])
  const { load } = await open()
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
})

test('whoever is signed in, here or in another tab, has it at once', async () => {
  const { page, load } = await open()
  act(() =>
    page.session.set({
      account: { id: '1', fullName: null, email: 'a@example.com', role: 'user', isVerified: true },
      token: 'token',
      expiresAt: null,
      takesKeys: true,
    }),
  )
  expect(load).toHaveBeenCalledTimes(1)
})
