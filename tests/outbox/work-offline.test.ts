import { waitFor } from '@testing-library/react'
import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOutboxStore, type OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createWorkOffline, type WorkOffline } from '#src/outbox/work-offline.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'

const databases: OutboxDatabase[] = []
const pages: WorkOffline[] = []
let store: OutboxStore

beforeEach(() => {
  store = openStore()
})

afterEach(async () => {
  for (const page of pages.splice(0)) page.dispose()
  for (const database of databases.splice(0)) database.close()
  localStorage.clear()
  await Dexie.delete('outbox')
})

/** Opens a separate connection, as every tab and the service worker do. */
function openStore(): OutboxStore {
  const database = createOutboxDatabase()
  databases.push(database)
  return createOutboxStore(database)
}

function openPage(from = openStore()): WorkOffline {
  const page = createWorkOffline({
    openStore: async () => from,
    whenOpen: Promise.resolve(from),
    hint: localStorage,
  })
  pages.push(page)
  return page
}

test('a device works online by default', async () => {
  const page = openPage()
  expect(page.get()).toBe(false)
  expect(await store.isWorkingOffline()).toBe(false)
})

test('the work-offline switch of one tab applies to the service worker at once, and other tabs are notified', async () => {
  const [first, second] = [openPage(), openPage()]
  const told = vi.fn()
  second.subscribe(told)
  await first.set(true)
  expect(await store.isWorkingOffline()).toBe(true)
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
    await store.setWorkingOffline(isOn)
    if (!isOn) localStorage.setItem('work-offline', 'true')
    const page = openPage()
    expect(page.get()).toBe(!isOn)
    await waitFor(() => expect(page.get()).toBe(isOn))
  },
)

test('the work-offline switch is not shown as on if the setting cannot be stored', async () => {
  const page = openPage({
    ...store,
    setWorkingOffline: () => Promise.reject(new Error('the disk is full')),
  })
  await expect(page.set(true)).rejects.toThrow('the disk is full')
  expect(page.get()).toBe(false)
  expect(await store.isWorkingOffline()).toBe(false)
})

test('signing out and discarding changes do not reset the work-offline switch', async () => {
  await openPage().set(true)
  await store.discardAll('asha')
  await store.slimDown('asha')
  await store.forgetConfirmed()
  expect(await store.isWorkingOffline()).toBe(true)
})
