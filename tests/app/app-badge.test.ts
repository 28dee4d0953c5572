// @module-tag slow
import { waitFor } from '@testing-library/react'
import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startAppBadge } from '#src/app/app-badge.ts'
import { createQueryClient } from '#src/app/query-client.ts'
import type { Account } from '#src/domain/account/account.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { createOutboxView } from '#src/outbox/outbox-view.ts'
import { createOutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  sampleChange,
  sampleEventChange,
  sampleListing,
} from '#tests/support/outbox/sample-change.ts'

const ASHA: Account = {
  id: 'asha',
  fullName: 'Asha',
  email: 'asha@marketplace.example',
  role: 'admin',
  isVerified: true,
}
const THREE = ['one', 'two', 'three'].map((id) => sampleListing({ id, status: 'pending' }))

let device: ReturnType<typeof openDevice>

beforeEach(() => {
  device = openDevice()
})

afterEach(async () => {
  await device.close()
})

test("the badge counts the listings that need the operator's decision", async () => {
  device.signIn()
  device.read('dashboard', { listings: [...THREE, sampleListing({ status: 'approved' })] })
  await waitFor(() => expect(device.badgeValues).toEqual([3]))
})

test('the badge counts the whole list once it is loaded, not only the listings of the dashboard', async () => {
  device.signIn()
  device.read('dashboard', { listings: THREE.slice(1) })
  device.read('listings', THREE)
  await waitFor(() => expect(device.badgeValues).toEqual([3]))
})

test('a queued decision lowers the count before it reaches the server', async () => {
  device.signIn()
  device.read('listings', THREE)
  await waitFor(() => expect(device.badgeValues).toEqual([3]))
  await device.database.changes.add(sampleChange({ entityId: 'one' }))
  await waitFor(() => expect(device.badgeValues).toEqual([3, 2]))
})

test('a change in conflict counts in addition to its listing', async () => {
  await device.database.changes.add(sampleChange({ entityId: 'one', state: 'conflict' }))
  device.signIn()
  device.read('listings', THREE)
  await waitFor(() => expect(device.badgeValues).toEqual([4]))
})

test("an end user's badge counts their changes that need attention, and no listings", async () => {
  await device.database.changes.bulkAdd([
    sampleEventChange({ seq: 1, userId: 'asha', state: 'parked' }),
    sampleEventChange({ seq: 2, userId: 'asha', state: 'waiting', key: 'another' }),
  ])
  device.signIn({ ...ASHA, role: 'user' })
  await waitFor(() => expect(device.badgeValues).toEqual([1]))
})

test('the badge is cleared at startup without a session, and at the end of a session', async () => {
  await waitFor(() => expect(device.badgeValues).toEqual(['cleared']))
  device.signIn()
  device.read('listings', THREE)
  await waitFor(() => expect(device.badgeValues).toEqual(['cleared', 3]))
  device.session.clear()
  await waitFor(() => expect(device.badgeValues).toEqual(['cleared', 3, 'cleared']))
})

test('the badge is set only when the count changes', async () => {
  device.signIn()
  device.read('listings', THREE)
  await waitFor(() => expect(device.badgeValues).toEqual([3]))
  device.session.set({ account: ASHA, token: 'a newer token', expiresAt: null, takesKeys: true })
  // This second badge starts after the session change. Once it sets its count, the first has handled the change too.
  const later = makeBadges()
  const stop = startAppBadge(later.navigator, device)
  await waitFor(() => expect(later.badgeValues).toEqual([3]))
  expect(device.badgeValues).toEqual([3])
  stop()
})

test('a badge from the previous run of the app stays until the listings are loaded', async () => {
  device.signIn()
  await waitFor(() => expect(device.view.get().state).toBe('ready'))
  device.read('users', [])
  device.read('listings', THREE)
  await waitFor(() => expect(device.badgeValues).toEqual([3]))
})

test('if the browser refuses to set a badge, the app still tries the next count, and logs only one warning', async () => {
  expectConsole('warn', /The number on the app's icon could not be set/)
  device.refuse()
  device.signIn()
  device.read('listings', THREE)
  await waitFor(() => expect(device.badgeValues).toEqual([3]))
  device.read('listings', THREE.slice(1))
  await waitFor(() => expect(device.badgeValues).toEqual([3, 2]))
  expect(vi.mocked(console.warn)).toHaveBeenCalledTimes(1)
})

function makeBadges() {
  const badgeValues: (number | 'cleared')[] = []
  let isRefusing = false
  const setBadge = async (what: number | 'cleared') => {
    badgeValues.push(what)
    if (isRefusing) throw new DOMException('not installed', 'NotAllowedError')
  }
  return {
    badgeValues,
    navigator: {
      setAppBadge: (count?: number) => setBadge(count ?? 0),
      clearAppBadge: () => setBadge('cleared'),
    },
    refuse() {
      isRefusing = true
    },
  }
}

function openDevice() {
  const badges = makeBadges()
  const session = createSessionStore(localStorage, window)
  const database = createOutboxDatabase()
  const view = createOutboxView(Promise.resolve(createOutboxStore(database)), session)
  const queryClient = createQueryClient(window)
  const stop = startAppBadge(badges.navigator, { session, view, queryClient })
  return {
    ...badges,
    session,
    database,
    view,
    queryClient,
    stop,
    signIn: (account = ASHA) =>
      session.set({ account, token: 'a token', expiresAt: null, takesKeys: true }),
    read(name: string, value: readonly Listing[] | { listings: readonly Listing[] } | []) {
      const read = { value, etag: null, cursor: null, ackedBefore: 0 }
      queryClient.setQueryData(savedReadKey('asha', name), read)
    },
    async close() {
      stop()
      view.dispose()
      session.clear()
      session.dispose()
      database.close()
      await Dexie.delete('outbox')
    },
  }
}
