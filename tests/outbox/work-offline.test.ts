import { waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createWorkOffline, type WorkOffline } from '#src/outbox/work-offline.ts'
import { setupOutbox } from '#tests/support/outbox/run-claims.ts'

const outbox = setupOutbox()
afterEach(() => localStorage.clear())

/** Opens a page. It has a separate connection, as every tab and the service worker do. */
function openPage(from = outbox.open().store): WorkOffline {
  const page = createWorkOffline({
    openStore: async () => from,
    whenOpen: Promise.resolve(from),
    hint: localStorage,
  })
  onTestFinished(page.dispose)
  return page
}

test('a device works online by default', async () => {
  const page = openPage()
  expect(page.get()).toBe(false)
  expect(await outbox.store.isWorkingOffline()).toBe(false)
})

test('the work-offline switch of one tab applies to the service worker at once, and other tabs are notified', async () => {
  const [first, second] = [openPage(), openPage()]
  const told = vi.fn()
  second.subscribe(told)
  await first.set(true)
  expect(await outbox.store.isWorkingOffline()).toBe(true)
  await waitFor(() => expect(second.get()).toBe(true))
  await first.set(false)
  await waitFor(() => expect(second.get()).toBe(false))
  expect(told).toHaveBeenCalledTimes(2)
})

test('a starting page has the value of the work-offline switch before the database is open', async () => {
  await openPage().set(true)
  expect(openPage().get()).toBe(true)
})

test.each([true, false])(
  'if the work-offline switch in the database is %s, it overrides the opposite value in localStorage',
  async (isOn) => {
    await outbox.store.setWorkingOffline(isOn)
    if (!isOn) localStorage.setItem('work-offline', 'true')
    const page = openPage()
    expect(page.get()).toBe(!isOn)
    await waitFor(() => expect(page.get()).toBe(isOn))
  },
)

test('the work-offline switch is not shown as on if the setting cannot be stored', async () => {
  const page = openPage({
    ...outbox.store,
    setWorkingOffline: () => Promise.reject(new Error('the disk is full')),
  })
  await expect(page.set(true)).rejects.toThrow('the disk is full')
  expect(page.get()).toBe(false)
  expect(await outbox.store.isWorkingOffline()).toBe(false)
})

test('signing out and discarding changes do not reset the work-offline switch', async () => {
  await openPage().set(true)
  await outbox.store.discardAll('asha')
  await outbox.store.slimDown('asha')
  await outbox.store.forgetConfirmed()
  expect(await outbox.store.isWorkingOffline()).toBe(true)
})
