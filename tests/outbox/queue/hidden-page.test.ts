import { expect, onTestFinished, test, vi } from 'vitest'
import type { StoredChanges } from '#src/outbox/queue/reading-store.ts'
import { createDrainDevice, YES } from '#tests/support/outbox/drain-device.ts'
import { setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// A hidden page beside a visible one reads and sends nothing, and catches up when it is visible again.

let yields = true
let showPage = () => {}
const outbox = setupOutbox({
  presence: {
    yieldsToOther: async () => yields,
    onVisible(listener) {
      showPage = listener
      return () => undefined
    },
  },
})

test('a hidden page reads the outbox only when it is visible again', async () => {
  yields = true
  const seen: StoredChanges[] = []
  const stop = outbox.store.observeChanges(
    'asha',
    (stored) => seen.push(stored),
    (error) => expect(error).toBeNull(),
  )
  onTestFinished(stop)
  const sibling = outbox.open()
  await sibling.store.queueChange(sampleChange())
  await sibling.store.listChanges('asha')
  // Any transaction would have opened the database.
  expect([outbox.database.isOpen(), seen]).toEqual([false, []])
  yields = false
  showPage()
  await expect.poll(() => seen.at(-1)?.changes.length).toBe(1)
})

test('a hidden page leaves its decision to the visible page, which is notified, and looks again later', async () => {
  const device = createDrainDevice()
  const notifyHolder = vi.fn()
  const hidden = device.openTab(() => YES, { yieldsToOther: async () => yields, notifyHolder })
  yields = true
  await device.queue()
  const { nextDueAt } = await hidden.run()
  expect(device.sent).toEqual([])
  expect(notifyHolder).toHaveBeenCalledOnce()
  yields = false
  device.nowMs = nextDueAt ?? 0
  await hidden.run()
  expect(await device.states()).toEqual(['acked'])
})

test('a page that is hidden while it sends claims nothing more', async () => {
  const device = createDrainDevice()
  yields = false
  await device.queueAll('abcdefgh')
  const drain = device.openTab(
    () => {
      yields = true
      return YES
    },
    { yieldsToOther: async () => yields },
  )
  await drain.run()
  const states = await device.states()
  expect(states.filter((state) => state === 'acked')).toHaveLength(device.sent.length)
  expect(device.sent.length).toBeLessThan(8)
  expect(states).toContain('waiting')
})

test('a visible page takes the lock of a hidden one at once', async () => {
  const device = createDrainDevice()
  await device.queue()
  const held = device.locks?.request('outbox-drain', {}, () => new Promise(() => undefined))
  held?.catch((error: unknown) => expect(error).toBeInstanceOf(DOMException))
  const visible = device.openTab(() => YES, {
    isHeldByHiddenPage: async (lock) => lock === 'outbox-drain',
  })
  await visible.run()
  expect(await device.states()).toEqual(['acked'])
})
