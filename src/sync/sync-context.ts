import { createContext } from 'react'
import type { CopyPersister } from './cached-reads.ts'
import type { ChangeOutcomes } from './change-outcomes.ts'
import type { Connectivity } from './connectivity.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxView, UserSource } from './outbox-view.ts'
import type { SavedVideos } from './saved-videos.ts'
import type { StorageKeeping } from './storage-keeping.ts'

/** What the composition root hands to the hooks. */
export interface SyncParts {
  outbox: Outbox
  view: OutboxView
  outcomes: ChangeOutcomes
  connectivity: Connectivity
  persister: CopyPersister
  user: UserSource
  keeping: StorageKeeping
  /** The same promise each time; null where no video can be kept and played. */
  videos: { open(): Promise<SavedVideos | null> }
  /** How many confirmations this device has. */
  countAcked(): Promise<number>
}

export const SyncContext = createContext<SyncParts | null>(null)
