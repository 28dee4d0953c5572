import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPagePresence, whileVisible } from '#src/storage/page-presence.ts'

/** The shared Web Locks of the pages of one site: every request is granted at once. */
function createLocks() {
  const held: LockInfo[] = []
  return {
    held,
    /** The locks as one page sees them. */
    of: (clientId: string) => ({
      async request(name: string, _options: object, work: () => Promise<unknown>) {
        const lock = { name, clientId }
        held.push(lock)
        await work()
        held.splice(held.indexOf(lock), 1)
      },
      query: async () => ({ held: [...held], pending: [] }),
    }),
  }
}

function createDocument() {
  const document = new EventTarget() as EventTarget & { visibilityState: DocumentVisibilityState }
  document.visibilityState = 'visible'
  return document
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function openPages() {
  const locks = createLocks()
  const open = (id: string) => {
    const document = createDocument()
    const presence = createPagePresence(
      document as unknown as Document, // has the parts that the presence uses
      locks.of(id) as unknown as LockManager, // the same
    )
    stops.push(presence.stop)
    const show = (state: DocumentVisibilityState) => {
      document.visibilityState = state
      document.dispatchEvent(new Event('visibilitychange'))
    }
    return { document, presence, show, hide: () => show('hidden'), back: () => show('visible') }
  }
  return { locks, one: open('one'), other: open('other') }
}

describe('a page', () => {
  test('yields only while it is hidden and another page is visible', async () => {
    const { one, other } = openPages()
    expect(await one.presence.yieldsToOther()).toBe(false)
    one.hide()
    expect(await one.presence.yieldsToOther()).toBe(true)
    other.hide()
    expect(await one.presence.yieldsToOther()).toBe(false)
    other.back()
    expect(await one.presence.yieldsToOther()).toBe(true)
    one.back()
    expect(await one.presence.yieldsToOther()).toBe(false)
  })

  test('goes on alone right after it was hidden, so that a decision is not left behind', async () => {
    const { one, other } = openPages()
    other.presence.stop()
    await Promise.resolve()
    one.hide()
    expect(await one.presence.yieldsToOther()).toBe(false)
  })

  test('counts as hidden while it is frozen, and its locks can be taken', async () => {
    const { one, other, locks } = openPages()
    locks.held.push({ name: 'outbox-drain', clientId: 'one' })
    expect(await other.presence.isHeldByHiddenPage('outbox-drain')).toBe(false)
    one.document.dispatchEvent(new Event('freeze'))
    expect(await one.presence.yieldsToOther()).toBe(true)
    expect(await other.presence.isHeldByHiddenPage('outbox-drain')).toBe(true)
    expect(await other.presence.isHeldByHiddenPage('unheld')).toBe(false)
    one.document.dispatchEvent(new Event('resume'))
    expect(await other.presence.isHeldByHiddenPage('outbox-drain')).toBe(false)
  })

  test('waits for its turn until it is visible', async () => {
    const { one } = openPages()
    one.hide()
    const work = vi.fn(async () => 'done')
    const { run } = one.presence.defer({ run: work })
    const result = run()
    await one.presence.yieldsToOther()
    expect(work).not.toHaveBeenCalled()
    one.back()
    expect(await result).toBe('done')
  })

  test('never yields without Web Locks', async () => {
    const document = createDocument()
    document.visibilityState = 'hidden'
    const presence = createPagePresence(document as unknown as Document, undefined)
    expect(await presence.yieldsToOther()).toBe(false)
  })
})

test('a subscription for the screen lasts while the page is visible, and begins anew', () => {
  const document = createDocument()
  const unsubscribe = vi.fn()
  const subscribe = vi.fn(() => unsubscribe)
  const stop = whileVisible(document as unknown as Document, subscribe)
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  expect([subscribe.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([1, 1])
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  stop()
  expect([subscribe.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([2, 2])
})
