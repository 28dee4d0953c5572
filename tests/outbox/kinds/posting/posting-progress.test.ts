import { expect, test } from 'vitest'
import type { PostingChange } from '#src/domain/change.ts'
import { nextProgress } from '#src/outbox/kinds/posting/posting-progress.ts'
import type { OutboxSnapshot } from '#src/outbox/outbox-view.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

function samplePosting(overrides: Partial<PostingChange>): PostingChange {
  const { origin: _, from: __, baseVersion: ___, ...common } = sampleChange()
  return { ...common, entity: 'posting', action: { kind: 'save' }, ...overrides }
}

test('a try of the listing in a recreated outbox counts as its next try, although its change has the number of the lost one', async () => {
  const asked = samplePosting({ key: 'lost', tries: 3 })
  const lastError = { status: 503, code: null, message: 'The server is busy.' }
  const tried = samplePosting({ key: 'new', tries: 1, lastError })
  const snapshot: OutboxSnapshot = {
    state: 'ready',
    changes: [tried],
    batches: [],
    unreadable: 0,
    databaseId: null,
  }
  const view = { get: () => snapshot, subscribe: () => () => {} }
  const connectivity = { get: () => 'online' as const, subscribe: () => () => {} }
  expect(await nextProgress({ view, connectivity }, asked)).toEqual({
    kind: 'delayed',
    message: 'The server is busy.',
  })
})
