import { CHANGE_FORMAT, type Change } from '#src/domain/change.ts'
import type { OutboxDatabase } from './outbox-database.ts'

export interface OutboxTransaction {
  /** Runs a step in one transaction and resolves only after its commit. */
  write<Result>(work: () => Promise<Result>): Promise<Result>
  /** Changes in a format this build knows, oldest first; those of a newer build stay in the store untouched. */
  listChanges(userId: string): Promise<Change[]>
}

export function createOutboxTransaction(database: OutboxDatabase): OutboxTransaction {
  const { changes, counters } = database
  return {
    write: (work) => database.transaction('rw', changes, counters, work),
    async listChanges(userId) {
      const rows = await changes.where('userId').equals(userId).sortBy('seq')
      return rows.filter((change) => change.format <= CHANGE_FORMAT)
    },
  }
}
