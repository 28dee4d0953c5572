import type { Change } from '#src/domain/change.ts'
import { isReadable, upcast } from './change-format.ts'
import type { OutboxDatabase } from './outbox-database.ts'

export interface OutboxTransaction {
  /** Runs a step in one transaction and resolves only after its commit. */
  write<Result>(work: () => Promise<Result>): Promise<Result>
  /** Changes in a format this build knows, oldest first; those of a newer build stay in the store untouched. */
  listChanges(userId: string): Promise<Change[]>
  /** One change, when it is there and this build knows its format. */
  findChange(seq: number): Promise<Change | null>
}

export function createOutboxTransaction(database: OutboxDatabase): OutboxTransaction {
  const { changes, counters } = database
  return {
    write: (work) => database.transaction('rw', changes, counters, work),
    async listChanges(userId) {
      const rows = await changes.where('userId').equals(userId).sortBy('seq')
      return rows.filter(isReadable).map(upcast)
    },
    async findChange(seq) {
      const row = await changes.get(seq)
      return row && isReadable(row) ? upcast(row) : null
    },
  }
}
