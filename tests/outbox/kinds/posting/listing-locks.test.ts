import { beforeEach, expect, test } from 'vitest'
import { shortHash } from '#src/domain/short-hash.ts'
import { createListingLocks } from '#src/outbox/kinds/posting/listing-locks.ts'
import { hasHeartbeat, keepHeartbeat } from '#src/storage/lock-turn.ts'

const ID = 'a'.repeat(24)
const NAME = `listing ${ID}`
const BEAT = `listing-${shortHash(ID)}`

beforeEach(() => localStorage.clear())

/** The locks of a browser in which another tab holds the listing. A steal takes it away. */
function heldElsewhere() {
  const modes: string[] = []
  let isHeld = true
  const locks = {
    async request(_: string, options: LockOptions, work: (lock: Lock | null) => unknown) {
      modes.push(options.steal ? 'steal' : 'ask')
      if (options.steal) isHeld = false
      return work(isHeld ? null : { name: NAME, mode: 'exclusive' })
    },
    query: async () => ({ held: isHeld ? [{ name: NAME }] : [], pending: [] }),
  }
  return { locks: locks as unknown as LockManager, modes } // the code calls these two methods only
}

test('a listing that a living tab has open is left alone, however long', async () => {
  const { locks, modes } = heldElsewhere()
  let nowMs = 0
  const tab = createListingLocks(locks, () => nowMs)
  const stop = keepHeartbeat(BEAT)
  for (nowMs = 0; nowMs < 200_000; nowMs += 20_000)
    expect(await tab.alone(ID, async () => 'sent')).toBe('busy')
  expect(await tab.isOpen(ID)).toBe(true)
  expect(modes).not.toContain('steal')
  stop()
})

test('a frozen tab that has a listing open is overtaken after twenty seconds without a heartbeat', async () => {
  const { locks } = heldElsewhere()
  let nowMs = 0
  const tab = createListingLocks(locks, () => nowMs)
  const stop = keepHeartbeat(BEAT)
  document.dispatchEvent(new Event('freeze'))
  expect(hasHeartbeat(BEAT)).toBe(false)
  expect(await tab.isOpen(ID)).toBe(false)
  expect(await tab.alone(ID, async () => 'sent')).toBe('busy')
  nowMs = 19_999
  expect(await tab.alone(ID, async () => 'sent')).toBe('busy')
  nowMs = 20_000
  expect(await tab.alone(ID, async () => 'sent')).toBe('sent')
  document.dispatchEvent(new Event('resume')) // the other parts of this page listen, too
  stop()
})

test('a tab that thaws in time keeps its listing', async () => {
  const { locks } = heldElsewhere()
  let nowMs = 0
  const tab = createListingLocks(locks, () => nowMs)
  const stop = keepHeartbeat(BEAT)
  document.dispatchEvent(new Event('freeze'))
  expect(await tab.alone(ID, async () => 'sent')).toBe('busy')
  document.dispatchEvent(new Event('resume'))
  nowMs = 60_000
  expect(await tab.alone(ID, async () => 'sent')).toBe('busy')
  stop()
})

test('a tab shows that it is alive while it has a listing open', async () => {
  const locks = {
    request: async (_: string, __: LockOptions, work: (lock: Lock) => unknown) =>
      work({ name: NAME, mode: 'shared' }),
    query: async () => ({ held: [], pending: [] }),
  }
  const tab = createListingLocks(locks as unknown as LockManager) // as above
  const release = await tab.hold(ID)
  expect(hasHeartbeat(BEAT)).toBe(true)
  release()
  expect(hasHeartbeat(BEAT)).toBe(false)
})
