import type { Change } from '#src/domain/change.ts'
import { createOutbox, type OutboxParts } from '#src/outbox/outbox.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { UNREAD_OUTBOX } from '#src/outbox/outbox-view.ts'

/** An outbox of asha, and what became visible, in order. `shown` are the changes that the page shows. */
export function outboxOf(store: OutboxStore, shown: readonly Change[] = []) {
  const seen: string[] = []
  const note = (word: string) => (change: Change) => void seen.push(`${word} ${change.entityId}`)
  const parts: OutboxParts = {
    openStore: async () => store,
    findUserId: () => 'asha',
    takesKeys: () => true,
    view: {
      show: note('shown'),
      hide: note('hidden'),
      get: () => ({ ...UNREAD_OUTBOX, state: 'ready', changes: shown }),
    },
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
