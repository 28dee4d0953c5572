import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { createLostChangeDetector } from '#src/outbox/lost-change-detector.ts'
import type { OutboxSnapshot } from '#src/outbox/outbox-view.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { sampleChange, sampleEventChange } from '#tests/support/outbox/sample-change.ts'

// Passes to the detector what a page reads from its outbox, before and after the browser recreates the
// database. A recreated database has another id.

const approval = sampleChange({ key: 'k-approval', entityId: '65f0000000000000000a1b2c' })
const deletion = sampleChange({
  key: 'k-deletion',
  seq: 2,
  entityId: '65f0000000000000000d4e5f',
  action: { kind: 'delete' },
})
const creation = sampleEventChange({ key: 'k-event', seq: 3, entityId: 'new-0123456789abcdef' })
const APPROVAL = { key: 'k-approval', entity: 'listing', id: '0A1B2C', decision: 'approved' }
const DELETION = { key: 'k-deletion', entity: 'listing', id: '0D4E5F', decision: 'delete' }
const CREATION = { key: 'k-event', entity: 'event', id: 'ABCDEF', decision: 'create' }

const NOTHING_WAITS = {
  get: () => ({ state: 'ready', changes: [], unreadable: 0, databaseId: 1 }) as const,
  subscribe: () => () => undefined,
}

beforeEach(() => localStorage.clear())

/** Opens a user's page. Its `read` simulates a read of the outbox. */
function openPage(userId: string | null = 'asha') {
  let snapshot: OutboxSnapshot = {
    state: 'loading',
    changes: [],
    batches: [],
    unreadable: 0,
    databaseId: null,
  }
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const detector = createLostChangeDetector({
    views: { changes: { get: () => snapshot, subscribe }, listings: NOTHING_WAITS },
    user: { findUserId: () => userId, subscribe },
    keyValueStore: localStorage,
    now: () => 1_000,
  })
  return {
    detector,
    listLost: () => detector.get().changes?.changes ?? [],
    read(databaseId: number | null, changes: Change[], unreadable = 0) {
      snapshot = { state: 'ready', batches: [], changes, unreadable, databaseId }
      for (const listener of listeners) listener()
    },
    signOut() {
      userId = null
      for (const listener of listeners) listener()
    },
  }
}

/** Reads an outbox with these changes, as a page that is opened now does. */
function openPageWith(...changes: Change[]) {
  const page = openPage()
  page.read(7, changes)
  return page
}

describe('a queued change', () => {
  test.each([
    ['is not lost while it is stored', 7, [approval, deletion], []],
    ['is not lost if it is missing from a database with the same id', 7, [], []],
    ['is lost if it is missing from a recreated database', 8, [], [APPROVAL, DELETION]],
    ['is lost if it is missing from a database without an id', null, [], [APPROVAL, DELETION]],
    ['is not lost if the recreated database has it', 8, [deletion], [APPROVAL]],
  ])('%s', (_what, databaseId, changes, lost) => {
    const page = openPageWith(approval, deletion)
    page.read(databaseId, changes)
    expect(page.listLost()).toEqual(lost)
    // The next start of the app reports the same lost changes.
    expect(openPage().listLost()).toEqual(lost)
  })

  test('is detected as lost at the next start, from the copy of the queue that the last page stored', () => {
    openPageWith(approval, creation)
    const next = openPage()
    expect(next.detector.get().changes).toBeNull()
    next.read(8, [])
    expect(next.detector.get().changes).toEqual({
      changes: [APPROVAL, CREATION],
      more: 0,
      seenAt: 1_000,
    })
  })

  test('is not lost if a page saw it confirmed before the database was recreated', () => {
    const page = openPageWith(approval, deletion)
    page.read(7, [{ ...approval, state: 'acked', ackedAs: 1 }, deletion])
    page.read(8, [])
    expect(page.listLost()).toEqual([DELETION])
  })

  test('stays reported as lost, and is listed only once, when further changes are lost', () => {
    const page = openPageWith(approval)
    const stale = openPageWith(approval)
    page.read(8, [creation])
    // A tab that was frozen stores its old copy of the queue before it reads the recreated database.
    stale.read(7, [approval])
    stale.read(8, [creation])
    page.read(9, [])
    expect(page.listLost()).toEqual([APPROVAL, CREATION])
  })

  test('is counted as lost but not listed if this build cannot read its row', () => {
    const page = openPage()
    page.read(7, [], 2)
    page.read(8, [])
    expect(page.detector.get().changes).toEqual({ changes: [], more: 2, seenAt: 1_000 })
  })
})

test('the first 200 changes of a lost queue are listed, and the others only counted', () => {
  const queue = Array.from({ length: 205 }, (_, n) => sampleChange({ key: `k-${n}`, seq: n + 1 }))
  const page = openPageWith(...queue)
  page.read(8, [])
  expect(page.detector.get().changes).toMatchObject({ more: 5 })
  expect(page.listLost()).toHaveLength(200)
  expect(JSON.stringify({ ...localStorage }).length).toBeLessThan(30_000)
})

test('localStorage contains no name, title, note or account', () => {
  const page = openPage('asha@example.in')
  page.read(7, [approval, creation])
  page.read(8, [deletion])
  const stored = JSON.stringify({ ...localStorage })
  for (const { id } of [APPROVAL, CREATION, DELETION]) expect(stored).toContain(id)
  expect(stored).not.toMatch(/asha|Sea view|Open house|Baner|65f0/i)
})

test('a loss is announced once, is reported again after a sign-out and sign-in, and can be dismissed by its user', () => {
  const page = openPage()
  const announce = vi.fn()
  page.detector.subscribe(announce)
  page.read(7, [approval])
  page.read(8, [])
  page.read(8, [])
  expect(announce).toHaveBeenCalledTimes(1)
  page.signOut()
  expect(page.detector.get().changes).toBeNull()
  expect(openPage('ravi').detector.get().changes).toBeNull()
  const next = openPage()
  expect(next.listLost()).toEqual([APPROVAL])
  next.detector.dismiss('changes')
  expect(next.detector.get().changes).toBeNull()
  expect({ ...localStorage }).toEqual({})
})

test('a signed-out device keeps no copy of the queue in localStorage', () => {
  const page = openPageWith(approval)
  page.signOut()
  expect({ ...localStorage }).toEqual({})
})

function fillStorage() {
  return vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
}

test('a loss that is found while localStorage is full is reported when it has room again', () => {
  expectConsole('warn', /Could not copy the queued changes/)
  const page = openPageWith(approval)
  const full = fillStorage()
  page.read(8, [deletion])
  full.mockRestore()
  page.read(8, [deletion])
  expect(page.listLost()).toEqual([APPROVAL])
})

test('the outdated copy of the queue is removed when localStorage is full', () => {
  expectConsole('warn', /Could not copy the queued changes/)
  const page = openPageWith(approval)
  const full = fillStorage()
  page.read(7, [approval, deletion])
  full.mockRestore()
  page.read(8, [])
  expect(page.detector.get().changes).toBeNull()
})
