import type { Change } from '#src/domain/change.ts'
import { createOutbox, type OutboxParts } from '#src/outbox/outbox.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'

/** An outbox of asha, and what became visible, in order. */
export function outboxOf(store: OutboxStore) {
  const seen: string[] = []
  const note = (word: string) => (change: Change) => void seen.push(`${word} ${change.entityId}`)
  const parts: OutboxParts = {
    openStore: async () => store,
    findUserId: () => 'asha',
    takesKeys: () => true,
    view: { show: note('shown'), hide: note('hidden') },
    outcomes: {
      publishQueued: note('announced'),
      publishUndone: note('undone'),
      publishReplaced: note('replaced'),
    },
    persistence: {
      getSpace: () => 'enough',
      checkSpace: async () => undefined,
      askOnce: async () => void seen.push('asked to keep'),
    },
    discardContent: async () => undefined,
    triggerDrain: () => void seen.push('sent'),
    workOffline: {} as OutboxParts['workOffline'], // only the switch's screen uses it
  }
  return { outbox: createOutbox(parts), seen }
}
