// @module-tag long

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import {
  MEERA,
  openDrain,
  openOutbox,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()
const OUTBOX = '/dashboard?section=outbox'
const LATER = { timeout: 15_000 } // the notice comes after three seconds; a busy machine takes longer
const APPROVAL = 'PATCH /admin/properties/:id/status'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Makes writes to the outbox database fail as on a full disk; other databases still work. */
function fillOutbox(): () => void {
  const { put, add } = IDBObjectStore.prototype
  const refuse = (original: typeof put) =>
    function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      const isOutbox = this.transaction.db.name === 'outbox'
      if (isOutbox) throw new DOMException('no room', 'QuotaExceededError')
      return original.apply(this, args)
    }
  const spies = [
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse(put)),
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(refuse(add)),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Makes the outbox database fail to open; the query cache still opens. */
function loseOutbox(name: string): () => void {
  const open = indexedDB.open.bind(indexedDB)
  const spy = vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    if (args[0] === 'outbox') throw new DOMException('as the browser says it', name)
    return open(...args)
  })
  return () => spy.mockRestore()
}

describe('a device that cannot store changes', () => {
  async function expectDecisionRefused(): Promise<void> {
    expectConsole('error', /could not be saved on this device/)
    fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    expect(await screen.findByText(/could not save the change, so nothing was sent/)).toBeVisible()
  }

  test('with full storage shows a notice and stores no decision, until space is free again', async () => {
    const makeRoom = fillOutbox()
    const approve = vi.fn(() => HttpResponse.json({ success: true }))
    const responses = { ...panelAnswers(), [APPROVAL]: approve }
    const { runtime } = renderApp({ responses })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Changes cannot be kept: this device's storage is full\. What is waiting stays\./,
    )

    await expectDecisionRefused()
    expect(screen.getByText(/If there is a notice at the top, it says what to do/)).toBeVisible()
    expect(screen.queryByText('Waiting')).toBeNull()
    expect(screen.queryByText('Approved')).toBeNull()
    expect(approve).not.toHaveBeenCalled()

    makeRoom()
    await (await openOutbox(runtime)).health.check()
    await waitFor(() => expect(screen.queryByText(/storage is full/)).toBeNull())
    fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(approve).toHaveBeenCalledTimes(1))
  })

  test('with little space left shows a warning, and accepts no decision while the storage is full', async () => {
    let free = 10_000_000
    const estimate = async () => ({ quota: 100_000_000, usage: 100_000_000 - free })
    const storage = { estimate, persist: async () => true, persisted: async () => true }
    Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'))
    const approve = vi.fn(() => HttpResponse.json({ success: true }))
    const responses = { ...panelAnswers(), [APPROVAL]: approve }
    const { runtime } = renderApp({ responses })
    const { persistence, view } = runtime.sync
    expect(await screen.findByText(/storage is nearly full\. Free some space/)).toBeVisible()

    free = 1_000_000
    await act(() => persistence.checkSpace())
    expect(await screen.findByRole('alert')).toHaveTextContent(/storage is full/)
    await expectDecisionRefused()
    expect(view.get().changes).toEqual([])
    expect(approve).not.toHaveBeenCalled()

    free = 50_000_000
    fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(approve).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(screen.queryByText(/storage is full/)).toBeNull())
  })

  test('without storage shows a notice, reports the outbox as unreadable, and recovers when the storage opens', async () => {
    const open = loseOutbox('SecurityError')
    expectConsole('error', /outbox cannot be read/)
    expectConsole('error', /outbox/)
    expectConsole('warn', /storage is absent/) // the panel's reads cannot be saved either
    const { runtime } = renderApp({ responses: panelAnswers(), address: OUTBOX })
    const alert = await screen.findByText(/the browser gives this site no storage/)
    expect(alert).toHaveTextContent(/neither saved nor sent/)
    expect(await screen.findByText(/outbox cannot be read, so it is not known/)).toBeVisible()
    expect(screen.queryByText('Nothing is waiting')).toBeNull()
    expect(screen.getByRole('link', { name: 'Outbox unreadable' })).toBeVisible()
    await waitFor(() => expect(console.warn).toHaveBeenCalled(), LATER)
    open()
    await (await openOutbox(runtime)).health.check()
    expect(await screen.findByText('Nothing is waiting')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('warns an end user too', async () => {
    fillOutbox()
    const { runtime } = renderApp({
      session: MEERA,
      address: '/account/events',
      responses: { 'GET /events/user': [] },
    })
    expect(await screen.findByText(/this device's storage is full/)).toBeVisible()
    await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
  })
})

test('saved copies that never open are reported after three seconds, and the screen shows what the server has', async () => {
  expectConsole('warn', /./)
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) =>
    // A request without any event, as while a frozen tab with an earlier version holds the database.
    args[0] === 'cache' ? (new EventTarget() as IDBOpenDBRequest) : open(...args),
  )
  renderApp({ responses: panelAnswers() })
  const notice = await screen.findByText(/saved copies on this device do not answer/, {}, LATER)
  expect(await screen.findByRole('button', { name: 'Accept' }, LATER)).toBeVisible()
  expect(notice).toHaveTextContent(/Close the other tabs.*Decisions are kept and sent as usual/)
})

test('signing out works although the outbox cannot be opened', async () => {
  expectConsole('error', /outbox cannot be read/)
  expectConsole('error', /outbox/)
  expectConsole('error', /saved copies could not be removed/)
  expectConsole('warn', /./)
  loseOutbox('UnknownError')
  const { runtime } = renderApp({ responses: panelAnswers() })
  await screen.findByRole('alert')
  fireEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible()
  expect(localStorage.getItem('token')).toBeNull()
  await runtime.sessionEnd.idle()
})

test('a tab with an outdated build shows a notice and its queued changes, and offers a reload', async () => {
  expectConsole('error', /outbox cannot be read/)
  expectConsole('error', /outbox/)
  const responses = { ...panelAnswers(), [APPROVAL]: () => HttpResponse.error() }
  const { runtime } = renderApp({ responses, address: OUTBOX })
  await screen.findByText('Nothing is waiting')
  await runtime.sync.outbox.queueListing(
    { id: 'listing-9', name: 'Lake View', status: 'pending', version: 3 },
    { kind: 'status', to: 'approved' },
    'board',
  )
  await screen.findByText('Lake View')
  // Waits until no request is running, because one that fails after the end of the test would log an error.
  await (await openDrain(runtime)).idle()
  await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
  const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('outbox', 999)
    request.onsuccess = () => resolve(request.result)
    request.onblocked = () => reject(new Error('the old tab holds it up'))
  })
  upgraded.close()
  const notice = await screen.findByText(/A newer version of this app has taken over\. Reload/)
  await waitFor(() => expect(runtime.sync.view.get().state).toBe('unavailable'))
  const banner = notice.closest('[role="alert"]')
  // The cast excludes null: the notice is inside an alert.
  expect(within(banner as HTMLElement).getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(screen.getByText('Lake View')).toBeVisible()
  expect(screen.queryByText('Nothing is waiting')).toBeNull()
})

test('changes that were lost with the database are reported in the open page and after a restart, until the report is dismissed; new decisions are queued meanwhile', async () => {
  const responses = { ...panelAnswers(), [APPROVAL]: () => HttpResponse.error() }
  const { runtime, unmount } = renderApp({ responses })
  await queueApproval(runtime)
  await waitFor(() => expect(localStorage.getItem('queued-changes')).toMatch(/approved/))
  await deleteOutbox()
  await expectLossOfOne()
  expect(screen.queryByText(/Nothing stored is/)).toBeNull()
  unmount()
  await runtime.dispose()

  const next = renderApp({ responses })
  await expectLossOfOne()
  await queueApproval(next.runtime)
  fireEvent.click(screen.getByRole('button', { name: 'I have checked' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

/** Queues one decision that cannot be sent. */
async function queueApproval(runtime: Runtime): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByRole('link', { name: /1 waiting/ })
  await (await openDrain(runtime)).idle()
}

async function expectLossOfOne(): Promise<void> {
  const notice = await screen.findByRole('alert')
  const what =
    /1 change waiting on this device .* It may not have reached the server, but another tab may have sent it just before\. Look at it and decide again where it is missing/
  expect(notice).toHaveTextContent(what)
  const lost = within(notice).getAllByRole('listitem')
  expect(lost.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Listing …[0-9A-Z-]{6}: Accept$/),
  ])
}

/** Deletes the database while the page is open, as another tab or the developer tools could. */
function deleteOutbox(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('outbox')
    request.onsuccess = resolve
    request.onblocked = () => reject(new Error('a page holds it up'))
  })
}
