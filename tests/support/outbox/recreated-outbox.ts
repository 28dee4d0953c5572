import type { Change } from '#src/domain/change.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'

/** Stores only this change, with the number of the lost one: a recreated outbox counts from 1 again. */
export async function recreateWith<Kind extends Change>(
  { changes }: OutboxDatabase,
  lost: Pick<Change, 'seq'>,
  change: Kind,
): Promise<Kind> {
  const placed = { ...change, seq: lost.seq }
  await changes.clear()
  await changes.add(placed)
  return placed
}
