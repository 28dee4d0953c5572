import { expect, onTestFinished, test } from 'vitest'
import { type Attempt, noAnswer } from '#src/outbox/kinds/answer-verdict.ts'
import { startPostingQueueing, ticketOf } from '#src/outbox/kinds/posting/posting-queueing.ts'
import type { WaitingSnapshot } from '#src/outbox/kinds/posting/waiting-listings.ts'
import { createOutboxView, type OutboxSnapshot } from '#src/outbox/outbox-view.ts'
import { createDrainDevice } from '#tests/support/outbox/drain-device.ts'
import { claimOne } from '#tests/support/outbox/run-claims.ts'
import { ID, KEY, openDevice, titled } from './waiting-listing.ts'

/** A page that queues its owner's listings. The rows are those of a real database, read when a test says so. */
function openPage() {
  const { listings, write } = openDevice()
  const { store, ...device } = createDrainDevice()
  const view = createOutboxView(Promise.resolve(store), {
    findUserId: () => 'asha',
    subscribe: () => () => undefined,
  })
  const listeners = new Set<() => void>()
  let snapshot: WaitingSnapshot = {
    state: 'loading',
    changes: [],
    rows: [],
    unreadable: 0,
    databaseId: null,
  }
  let seen: OutboxSnapshot | null = null
  let drains = 0
  let beforeQueueing = async () => {}
  const clock = { nowMs: 60_000 } // rows are written in the first milliseconds
  let isOpen = false
  let openGate = () => {}
  const gate = {
    find: () => ({ isOpen }),
    subscribe(listener: () => void) {
      openGate = () => {
        isOpen = true
        listener()
      }
      return () => undefined
    },
  }
  const stop = startPostingQueueing({
    waiting: {
      get: () => snapshot,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    findRow: (_, id) => listings.find(id),
    view: { ...view, get: () => seen ?? view.get() },
    store: {
      ...store,
      async queueChange(...given) {
        await beforeQueueing()
        return store.queueChange(...given)
      },
    },
    gate,
    now: () => clock.nowMs,
    triggerDrain() {
      drains += 1
    },
  })
  onTestFinished(() => {
    stop()
    view.dispose()
  })
  return {
    listings,
    write,
    clock,
    openGate: () => openGate(),
    store,
    device,
    countDrains: () => drains,
    /** What happens between the page's last look at the outbox and its writing. */
    beforeQueueing(work: () => Promise<void>): void {
      beforeQueueing = work
    },
    /** From now on, the page sees the outbox as it is now. */
    stopSeeing(): void {
      seen = view.get()
    },
    /** Resolves when the page has seen this number of changes, and compared them with what it knows of the listings. */
    async compared(count: number): Promise<void> {
      await expect.poll(() => view.get().changes.length).toBe(count)
      await device.settle()
    },
    /** What the page sees of the listings from now on. */
    async look(): Promise<void> {
      snapshot = { ...snapshot, state: 'ready', rows: await listings.list() }
      for (const listener of listeners) listener()
    },
    /** The queued changes, such as 'submit Flat waiting'. */
    async queued(): Promise<string[]> {
      const all = await store.listChanges('asha')
      return all.map(({ action, entityName, state }) => `${action.kind} ${entityName} ${state}`)
    },
  }
}

test('listings that an earlier build left unsent are queued at the first start, one change each', async () => {
  const page = openPage()
  await page.write(titled('Flat', { submitKey: KEY }))
  const villa = titled('Villa')
  await page.listings.edit('b'.repeat(24), () => villa, { content: villa, mark: null })
  await page.look()
  await page.look()
  await expect.poll(page.queued).toEqual(['submit Flat waiting', 'save Villa waiting'])
  await page.look()
  await page.compared(2)
  expect(await page.queued()).toHaveLength(2)
  expect(page.countDrains()).toBe(2)
})

test('a listing that is on its way is not queued again by a page that has not seen its change yet', async () => {
  const page = openPage()
  await page.look()
  await page.compared(0)
  page.stopSeeing()
  await page.write(titled('Flat', { submitKey: KEY }))
  await page.look()
  await expect.poll(page.queued).toEqual(['submit Flat waiting'])
  let answerWith = (_: Attempt) => {}
  const answered = new Promise<Attempt>((resolve) => (answerWith = resolve))
  const tab = page.device.openTab(() => Promise.reject(new Error('nothing else')), {
    sendInPage: () => answered,
  })
  const run = tab.run()
  await expect.poll(page.queued).toEqual(['submit Flat sending'])
  await page.look()
  await page.device.settle()
  expect(await page.queued()).toEqual(['submit Flat sending'])
  answerWith({ verdict: noAnswer(), status: null })
  await run
})

test.each([
  ['is sending', 'submit Flat sending'],
  ['has sent', 'submit Flat acked'],
])(
  'a listing is not queued again if another tab %s it between the look at the outbox and the writing',
  async (_, queued) => {
    const page = openPage()
    await page.write(titled('Flat', { submitKey: KEY }))
    let isOther = true
    page.beforeQueueing(async () => {
      if (!isOther) return
      isOther = false
      const [row] = await page.listings.list()
      if (!row) throw new Error('The page has no listing.')
      await page.store.queueChange(ticketOf(row))
      const claimed = await claimOne(page.store)
      if (queued.endsWith('sending')) return
      await page.listings.forget(row, 1)
      await page.store.ackChange(claimed, { version: 1, event: null, isFound: false })
    })
    await page.look()
    await expect.poll(() => isOther).toBe(false)
    await page.device.settle()
    expect(await page.queued()).toEqual([queued])
  },
)

test('a listing that its owner is writing is queued after a pause, also by another page than the one that is open', async () => {
  const page = openPage()
  await page.write(titled('Fl'))
  page.clock.nowMs = 29_000
  await page.look()
  await page.device.settle()
  expect(await page.queued()).toEqual([])
  page.clock.nowMs = 31_000
  await page.look()
  await expect.poll(page.queued).toEqual(['save Fl waiting'])
  await page.compared(1)
})

test('a listing whose files wait for Wi-Fi is due when the gate opens', async () => {
  const page = openPage()
  await page.write(titled('Flat'))
  await page.look()
  await expect.poll(page.queued).toEqual(['save Flat waiting'])
  const held = { ...noAnswer('The photos and videos wait for Wi-Fi.') } as const
  const tab = page.device.openTab(() => Promise.reject(new Error('nothing else')), {
    sendInPage: async () => ({ verdict: held, status: null }),
  })
  await tab.run()
  const due = async () => (await page.store.listChanges('asha')).map(({ notBefore }) => notBefore)
  expect(await due()).not.toEqual([0])
  page.openGate()
  await expect.poll(due).toEqual([0])
})

test('a draft that is to be submitted after all is submitted by the change that waits', async () => {
  const page = openPage()
  await page.write(titled('Flat'))
  await page.look()
  await expect.poll(page.queued).toEqual(['save Flat waiting'])
  await page.write(titled('Flat', { submitKey: KEY }))
  await page.look()
  await expect.poll(page.queued).toEqual(['submit Flat waiting'])
})

test('a refused listing is not queued again before its owner has edited it', async () => {
  const page = openPage()
  await page.write(titled('Flat', { submitKey: KEY }))
  await page.look()
  await expect.poll(page.queued).toEqual(['submit Flat waiting'])
  const [row] = await page.listings.list()
  const problem = { sentence: 'No.', fields: {} }
  if (row) await page.listings.refuse(row, problem)
  const tab = page.device.openTab(() => Promise.reject(new Error('nothing else')), {
    sendInPage: async () => ({
      verdict: { kind: 'parked', declined: false, message: 'No.', code: null, fields: {} },
      status: 422,
    }),
  })
  await tab.run()
  await page.look()
  await page.device.settle()
  expect(await page.queued()).toEqual(['submit Flat parked'])
  await page.write(titled('Better', { submitKey: KEY }))
  await page.look()
  await expect.poll(page.queued).toEqual(['submit Better waiting'])
})

test('the change of a listing that is gone is removed', async () => {
  const page = openPage()
  await page.write(titled('Flat'))
  await page.look()
  await expect.poll(page.queued).toEqual(['save Flat waiting'])
  await page.listings.discard(ID)
  await page.look()
  await expect.poll(page.queued).toEqual([])
})

test('a page whose list is out of date removes no change of a listing that another page has written', async () => {
  const page = openPage()
  await page.look()
  await page.write(titled('Flat'))
  const common = { entity: 'posting', userId: 'asha', entityId: ID, entityName: 'Flat' } as const
  await page.store.queueChange({ ...common, isKeyed: true, action: { kind: 'save' } })
  await page.compared(1)
  expect(await page.queued()).toEqual(['save Flat waiting'])
})

test('a page that cannot read its listings removes no change', async () => {
  const page = openPage()
  const common = { entity: 'posting', userId: 'asha', entityId: ID, entityName: 'Flat' } as const
  await page.store.queueChange({ ...common, isKeyed: true, action: { kind: 'save' } })
  await page.compared(1)
  expect(await page.queued()).toEqual(['save Flat waiting'])
})
