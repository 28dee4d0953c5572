import { describe, expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { DONE, noAnswer } from '#src/outbox/kinds/answer-verdict.ts'
import { ticketOf } from '#src/outbox/kinds/posting/posting-queueing.ts'
import { queuePosting } from '#src/outbox/kinds/posting/queue-posting.ts'
import { createDrainDevice, overtake, YES } from '#tests/support/outbox/drain-device.ts'
import { HOUR_MS, openStage, refused } from './posting-stage.ts'
import { ID, KEY, titled } from './waiting-listing.ts'

// A listing is sent by the drain that sends everything else.

describe('a listing with two photos is submitted to the server exactly once', () => {
  const steps = ['save', 'files', 'save with the files', 'the rest of the files', 'submit']
  const fates = ['lost', 'unanswered', 'closed'] as const
  const cases = steps.flatMap((step, index) => fates.map((fate) => ({ step, fate, index })))

  test.each(cases)('with the fault "$fate" in the request "$step"', async ({ fate, index }) => {
    const stage = openStage((request) => (request === index + 1 ? fate : 'answered'))
    await stage.keep()
    await stage.sendAll()
    expect(stage.submissions()).toEqual([{ title: 'Flat', media: ['photo-1', 'photo-2'] }])
    expect(stage.device.results().filter((result) => result === 'done')).toEqual(['done'])
    expect(await stage.listings.list()).toEqual([])
  })

  test('when a frozen page that holds the lock is overtaken, and goes on later', async () => {
    const stage = openStage()
    await stage.keep()
    let thaw = () => {}
    const frozen = new Promise<void>((resolve) => {
      thaw = resolve
    })
    const first = stage.openTab({
      submit: async (id, key) => {
        await frozen
        return stage.parts.submit(id, key)
      },
    })
    const running = first.run()
    await stage.device.settle()
    stage.device.nowMs += HOUR_MS
    await overtake(stage.device, stage.openTab())
    expect(stage.submissions()).toHaveLength(1)
    thaw()
    await running
    expect(stage.submissions()).toEqual([{ title: 'Flat', media: ['photo-1', 'photo-2'] }])
    expect(await stage.device.states()).toEqual(['acked'])
  })
})

test('a draft is saved and not submitted', async () => {
  const stage = openStage()
  stage.setFiles([])
  await stage.keep('asha', null)
  await stage.openTab().run()
  expect(stage.asked).toEqual(['save', 'files'])
  expect(await stage.listings.list()).toEqual([])
  expect(await stage.device.states()).toEqual(['acked'])
})

test('a refused listing stays on the device, needs its owner, and is not sent again automatically', async () => {
  const stage = openStage()
  const submit = async () => refused('You have 50 live listings.')
  await stage.keep()
  await stage.openTab({ submit }).run()
  const asked = stage.asked.length
  await stage.sendAll()
  expect(stage.asked).toHaveLength(asked)
  const problem = { sentence: 'You have 50 live listings.' }
  const kept = { typed: { title: 'Flat' }, submitKey: null, problem }
  expect(await stage.listings.list()).toMatchObject([kept])
  const lastError = { status: 422, code: 'too-many', message: 'You have 50 live listings.' }
  expect(await stage.device.list()).toMatchObject([{ state: 'parked', lastError }])
})

test('a newer version on the server is not replaced', async () => {
  const stage = openStage()
  await stage.keep('asha', null)
  await stage.openTab().run()
  await stage.write(titled('Later on the phone', { version: 7 }))
  const [acked] = await stage.device.list()
  await stage.device.store.queueChange({ ...(acked as Change & { entity: 'posting' }) })
  await stage.openTab().run()
  expect(stage.stored()?.draft.title).toBe('Flat')
  const [row] = await stage.listings.list()
  expect(row?.problem?.sentence).toBe('This listing was changed on another device.')
})

describe('while a listing is sent, its owner may go on writing', () => {
  const at = async (
    stage: ReturnType<typeof openStage>,
    step: string,
    work: () => Promise<void>,
  ) => {
    stage.onRequest(async (name) => {
      if (name !== step) return
      stage.onRequest(async () => {})
      await work()
    })
    await stage.openTab().run()
  }

  test('what was not on the screen is not submitted, and what was saved is the version of the edit', async () => {
    const stage = openStage()
    stage.setFiles([])
    await stage.keep()
    await at(stage, 'save', () => stage.write(titled('Villa')))
    expect(stage.submissions()).toEqual([])
    const [row] = await stage.listings.list()
    expect(row).toMatchObject({ typed: { title: 'Villa' }, version: stage.stored()?.version })
    expect(await stage.device.states()).toEqual(['acked'])
  })

  test('a file that arrives meanwhile stays in the edit, and is in the next save', async () => {
    const stage = openStage()
    await stage.keep()
    const [before] = await stage.listings.list()
    await at(stage, 'files', async () => {
      const known = { content: titled('Flat'), mark: before?.mark ?? null }
      await stage.listings.edit(ID, (one) => ({ ...one, typed: titled('Villa').typed }), known)
    })
    expect(stage.stored()?.draft).toMatchObject({ title: 'Villa', media: ['photo-1', 'photo-2'] })
  })

  test('a submission that is asked for while the text is saved is sent, once', async () => {
    const stage = openStage()
    await stage.keep('asha', null)
    await at(stage, 'save', () => stage.keep())
    await stage.sendAll()
    expect(stage.submissions()).toEqual([{ title: 'Flat', media: ['photo-1', 'photo-2'] }])
    expect(await stage.listings.list()).toEqual([])
  })

  test('an edit by the screen that was open when the listing was sent is based on the sent version', async () => {
    const stage = openStage()
    await stage.keep('asha', null)
    const [seen] = await stage.listings.list()
    await stage.openTab().run()
    const apply = () => titled('Villa')
    const known = { content: titled('Flat'), mark: seen?.mark ?? null }
    const kept = await stage.listings.edit(ID, (one) => ({ ...one, typed: apply().typed }), known)
    expect(kept).toMatchObject({ kind: 'kept', row: { version: stage.stored()?.version } })
    const other = { content: titled('Old'), mark: 'of another tab' }
    await stage.listings.discard(ID)
    const asked = await stage.listings.edit(ID, (one) => one, other)
    expect(asked).toMatchObject({ row: { version: null } })
  })

  test('an edit that is to be saved while the text before it is saved is sent too', async () => {
    const stage = openStage()
    stage.setFiles([])
    await stage.keep('asha', null)
    await at(stage, 'save', async () => {
      await stage.write(titled('Villa'))
      const row = await stage.listings.find(ID)
      if (row) await stage.device.store.queueChange(ticketOf(row))
    })
    await stage.sendAll()
    expect(stage.stored()?.draft.title).toBe('Villa')
    expect(await stage.listings.list()).toEqual([])
  })

  test('an edit after a save whose answer was lost is no conflict with another device', async () => {
    const stage = openStage((request) => (request === 3 ? 'unanswered' : 'answered'))
    stage.setFiles([])
    await stage.keep('asha', null)
    await stage.openTab().run()
    await stage.write(titled('Villa', { version: stage.stored()?.version ?? null }))
    const row = await stage.listings.find(ID)
    if (row) await stage.device.store.queueChange(ticketOf(row))
    await stage.openTab().run()
    expect(stage.stored()?.draft.title).toBe('Villa')
    const known = { content: titled('Villa'), mark: row?.mark ?? null }
    await stage.listings.edit(ID, (one) => ({ ...one, typed: titled('House').typed }), known)
    await stage.sendAll()
    expect(stage.stored()?.draft.title).toBe('House')
    expect(await stage.listings.list()).toEqual([])
  })

  test('an edit after two saves whose answers were lost, the second on top of the first, is no conflict either', async () => {
    const stage = openStage((request) => ([3, 5].includes(request) ? 'unanswered' : 'answered'))
    stage.setFiles([])
    await stage.keep('asha', null)
    await stage.openTab().run()
    await stage.write(titled('Villa', { version: stage.stored()?.version ?? null }))
    const edit = async (title: string) => {
      const row = await stage.listings.find(ID)
      const known = { content: titled(title), mark: row?.mark ?? null }
      await stage.listings.edit(ID, (one) => ({ ...one, typed: titled(title).typed }), known)
    }
    const row = await stage.listings.find(ID)
    if (row) await stage.device.store.queueChange(ticketOf(row))
    await stage.openTab().run()
    await edit('House')
    stage.device.nowMs += HOUR_MS
    await stage.openTab().run()
    expect(stage.stored()?.draft.title).toBe('House')
    await edit('Hut')
    await stage.sendAll()
    expect(stage.stored()?.draft.title).toBe('Hut')
    expect(await stage.listings.list()).toEqual([])
  })

  test('a refusal of what was edited meanwhile needs nobody', async () => {
    const stage = openStage()
    await stage.keep()
    const save = async () => {
      await stage.write(titled('Villa'))
      return refused('No flats, please.')
    }
    await stage.openTab({ save }).run()
    expect(await stage.listings.list()).toMatchObject([
      { problem: null, typed: { title: 'Villa' } },
    ])
    expect(await stage.device.states()).toEqual(['acked'])
  })
})

test('the listings of another person are not sent', async () => {
  const stage = openStage()
  await stage.keep('ravi')
  await stage.openTab().run()
  expect(stage.asked).toEqual([])
})

test('while the device works offline on purpose, no listing is sent', async () => {
  const stage = openStage()
  await stage.keep()
  await stage.device.store.setWorkingOffline(true)
  await stage.openTab().run()
  expect(stage.asked).toEqual([])
  await stage.device.store.setWorkingOffline(false)
  await stage.openTab().run()
  expect(stage.submissions()).toHaveLength(1)
})

test('a busy server is left alone as long as it asks, also by the other changes', async () => {
  const stage = openStage()
  await stage.keep()
  const busy = async () => ({ kind: 'no-answer', status: 503, retryAfterMs: 120_000 }) as const
  await stage.openTab({ save: busy }).run()
  stage.device.nowMs += 119_000
  await stage.device.store.makeUnansweredDue('asha')
  await stage.openTab().run()
  expect(stage.asked).toEqual([])
  stage.device.nowMs += 2_000
  await stage.openTab().run()
  expect(stage.submissions()).toHaveLength(1)
})

test('the worker, which is stopped before a video is sent, leaves listings to the pages', async () => {
  const stage = openStage()
  await stage.keep()
  const worker = stage.device.openTab(() => Promise.reject(new Error('nothing to send')))
  expect(await worker.run()).toEqual({ nextDueAt: null })
  expect(await stage.device.list()).toMatchObject([{ state: 'waiting', tries: 0 }])
})

test('while the files of many listings are sent, the other changes do not wait', async () => {
  const device = createDrainDevice()
  const common = { entity: 'posting', userId: 'asha', entityName: 'Flat', isKeyed: true } as const
  for (let place = 0; place < 6; place += 1)
    await device.store.queueChange({ ...common, entityId: `${place}`, action: { kind: 'save' } })
  let end = () => {}
  const sending = new Promise<void>((resolve) => {
    end = resolve
  })
  const tab = device.openTab(() => YES, {
    async sendInPage() {
      await sending
      return { verdict: DONE, status: 200 }
    },
  })
  const running = tab.run()
  await device.settle()
  await device.queue({ entityId: 'decided' })
  void tab.run()
  await device.settle()
  expect(device.sentIds()).toEqual(['decided'])
  end()
  await running
  expect(await device.states()).toEqual(Array.from({ length: 7 }, () => 'acked'))
})

test('a listing that was refused while another edit of it waited is sent again when its owner corrects it', async () => {
  const stage = openStage()
  await stage.keep()
  const { device, listings } = stage
  const refusing = {
    async submit() {
      const row = await listings.find(ID)
      // A photo is chosen while the listing is sent: its change waits behind this one.
      if (row) await device.store.queueChange(ticketOf(row))
      return refused('Too many.')
    },
  }
  await stage.openTab(refusing).run()
  expect(await device.states()).toEqual(['parked', 'waiting'])
  await stage.write(titled('Corrected', { submitKey: 'l'.repeat(24) }))
  const row = await listings.find(ID)
  if (row) await device.store.queueChange(ticketOf(row))
  await stage.sendAll()
  expect(await device.states()).toEqual(['acked'])
  expect(stage.submissions()).toMatchObject([{ title: 'Corrected' }])
})

test('a file that is chosen while the listing is submitted is not left behind', async () => {
  const stage = openStage()
  await stage.keep()
  const late = {
    id: 'late',
    userId: 'asha',
    listingId: ID,
    kind: 'photo',
    name: 'late.jpg',
  } as const
  const state = { bytes: 1, isPrepared: true, addedAt: 1, url: null, isSent: false, problem: null }
  stage.onRequest(async (name) => {
    if (name === 'submit') await stage.db.queued.put({ ...late, ...state })
  })
  await stage.openTab().run()
  expect(stage.submissions()).toHaveLength(1)
  expect(await stage.listings.list()).toMatchObject([{ id: ID, submitKey: null, version: 2 }])
  await stage.db.queued.delete('late') // sent with the next change
  await stage.device.store.queueChange(ticketOf({ userId: 'asha', ...titled(''), id: ID }))
  await stage.sendAll()
  expect(await stage.listings.list()).toEqual([])
  expect(stage.submissions()).toHaveLength(1)
})

test.each([
  ['brought nothing', {}, 20_000],
  ['brought a file', { hasProgress: true }, 2_000],
])(
  'the sixth try of a listing, which %s, is followed by a pause of its own length',
  async (_, progress, mostMs) => {
    const stage = openStage()
    await stage.keep()
    const { device } = stage
    const tryOnce = (more: object) =>
      device
        .openTab(() => YES, {
          sendInPage: async () => ({ verdict: noAnswer(), status: null, ...more }),
          random: () => 0.999_999,
        })
        .run()
    for (let tries = 1; tries <= 5; tries += 1) {
      await tryOnce({})
      device.nowMs += HOUR_MS
    }
    await tryOnce(progress)
    const [change] = await device.list()
    expect((change?.notBefore ?? 0) - device.nowMs).toBe(mostMs)
  },
)

test('a submission is due at once, although a draft of the listing waits for its next try', async () => {
  const stage = openStage(() => 'lost')
  await stage.keep('asha', null)
  const { device } = stage
  await stage.openTab({}, { random: () => 0.5 }).run()
  expect(await device.list()).toMatchObject([{ action: { kind: 'save' }, tries: 1 }])
  await stage.write(titled('Flat', { submitKey: KEY }))
  const row = await stage.listings.find(ID)
  if (!row) throw new Error('The listing is on the device.')
  const parts = {
    openStore: async () => device.store,
    persistence: { getSpace: () => 'enough' as const, checkSpace: async () => undefined },
    view: { show: () => undefined },
    triggerDrain: () => undefined,
  }
  await queuePosting(parts, ticketOf(row))
  expect(await device.list()).toMatchObject([
    { action: { kind: 'save' }, notBefore: 0 },
    { action: { kind: 'submit' }, notBefore: 0 },
  ])
})
