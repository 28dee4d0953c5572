import { expect, onTestFinished, test, vi } from 'vitest'
import type { StoredChanges } from '#src/outbox/queue/reading-store.ts'
import { createPageSuspension, type SuspensionRun } from '#src/storage/page-suspension.ts'
import { createDrainDevice, YES } from '#tests/support/outbox/drain-device.ts'
import { setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// A hidden page beside a visible one reads and sends nothing, and catches up when it is visible again.

let yields = true
let showPage = () => {}
const outbox = setupOutbox({
  runActive: (work) => runActive(work),
  presence: {
    whenTurn: async () => {
      if (yields)
        await new Promise<void>((resolve) => {
          showPage = resolve
        })
    },
    onVisible: () => () => undefined,
  },
})

/** Passes each run on to the page's suspension, once a test has one. */
let runActive: SuspensionRun = async (work) => work()

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

test('a read that a freeze interrupted begins anew only when the hidden page is visible again', async () => {
  const page = new EventTarget()
  const suspension = createPageSuspension(page)
  suspension.follow(outbox.database)
  runActive = suspension.run
  onTestFinished(() => {
    suspension.stop()
    runActive = async (work) => work()
  })
  yields = false
  const begun = vi.fn()
  outbox.database.use({
    stack: 'dbcore',
    name: 'begun',
    create: (core) => ({
      ...core,
      transaction(...given) {
        begun()
        const transaction = core.transaction(...given)
        if (begun.mock.calls.length === 1) {
          // Frozen in the middle of its first read, while another page is made visible.
          yields = true
          queueMicrotask(() => page.dispatchEvent(new Event('freeze')))
        }
        return transaction
      },
    }),
  })
  const seen = vi.fn()
  onTestFinished(outbox.store.observeChanges('asha', seen, (error) => expect(error).toBeNull()))
  await expect.poll(() => begun.mock.calls.length).toBe(1)
  page.dispatchEvent(new Event('resume'))
  const sibling = outbox.open()
  await sibling.store.queueChange(sampleChange())
  await sibling.store.listChanges('asha')
  expect([begun.mock.calls.length, seen.mock.calls.length]).toEqual([1, 0])
  yields = false
  showPage()
  await expect.poll(() => seen.mock.calls.length).toBeGreaterThan(0)
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
