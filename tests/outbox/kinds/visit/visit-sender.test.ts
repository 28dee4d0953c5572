import { expect, test } from 'vitest'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import { DONE } from '#src/outbox/kinds/answer-verdict.ts'
import type { UploadQueue } from '#src/outbox/kinds/posting/files/upload-queue.ts'
import { createVisitSender } from '#src/outbox/kinds/visit/photos/visit-sender.ts'
import { sampleVisit } from '#tests/support/outbox/sample-change.ts'

const FILES = ['file-1', 'file-2']
const CHANGE = sampleVisit({ files: FILES })
const NEVER = new AbortController().signal

/** A visit whose photos have arrived, and a page that announces outcomes. */
function setup({
  hasStorage = true,
  userId = CHANGE.userId,
}: {
  hasStorage?: boolean
  userId?: string
} = {}) {
  const sent: string[] = []
  const removed: string[] = []
  const listeners = new Set<(outcome: ChangeOutcome) => void>()
  const queue = {
    load: async () => undefined,
    find: () => ({ uploads: FILES.map((id) => ({ id, step: 'done', media: null })) }),
    remove: async (id: string) => void removed.push(id),
    retry: async () => undefined,
  } as unknown as UploadQueue // what the sender uses of it
  const send = createVisitSender({
    session: { find: () => ({ token: 'token' }) as never, findUserId: () => userId }, // the sender reads only these
    outcomes: {
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    files: {
      sendAllFiles: async () => ({
        kind: 'done',
        value: hasStorage ? FILES.map((fileId) => ({ fileId, mediaId: fileId })) : [],
      }),
      stopFiles: () => undefined,
    },
    queueOf: () => queue,
    hasStorage: async () => hasStorage,
    async sendAlone(change, token) {
      sent.push(`${change.key} ${token}`)
      return { verdict: DONE, status: 200 }
    },
  })
  const announce = (result: ChangeOutcome['result']) => {
    const outcome = { change: CHANGE, result, willRetry: false, message: '', isReachable: true }
    for (const listener of listeners) listener(outcome)
  }
  return { send, sent, removed, announce }
}

test('the photos of a visit leave the device only once the outbox has stored that the visit is recorded', async () => {
  const { send, sent, removed, announce } = setup()
  expect((await send(CHANGE, NEVER)).verdict).toBe(DONE)
  expect(sent).toEqual([`${CHANGE.key} token`])
  expect(removed).toEqual([])
  announce('no-answer')
  expect(removed).toEqual([])
  announce('done')
  await Promise.resolve()
  await Promise.resolve()
  expect(removed.slice(0, 1)).toEqual(['file-1'])
})

test('photos that the device cannot read now are not lost: the visit waits', async () => {
  const { send, sent } = setup({ hasStorage: false })
  expect((await send(CHANGE, NEVER)).verdict).toMatchObject({
    kind: 'retry',
    message: 'This device cannot read its photos now. The visit waits with them.',
  })
  expect(sent).toEqual([])
})

test('a visit is not sent with the session of another person', async () => {
  const { send, sent } = setup({ userId: 'somebody-else' })
  await send(CHANGE, NEVER)
  expect(sent).toEqual([])
})
