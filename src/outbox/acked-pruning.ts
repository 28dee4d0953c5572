import type { Change } from '#src/domain/change.ts'
import type { NoteSubject } from '#src/domain/note/note.ts'
import type { OutboxStore } from './outbox-store.ts'

export interface PruningParts {
  store: Pick<OutboxStore, 'listChanges' | 'removeAcked'>
  /** Whether a read is under way: its answer may be older than a confirmation, and show that decision as undone. */
  isReading(): boolean
  /** For each saved copy of the person that the outbox overlays, the last confirmation that it includes. */
  listCopied(userId: string): Promise<readonly number[]>
  /** The last confirmation that the person's copy of the notes about a record includes; null without a copy. */
  findCopied(userId: string, about: NoteSubject): Promise<number | null>
}

/**
 * Deletes confirmed changes once every saved copy that the outbox overlays includes them. Until then, the overlay
 * applies them to the copies, so that an offline start does not show a decision as undone.
 */
export async function pruneAcked(
  userId: string,
  { store, isReading, listCopied, findCopied }: PruningParts,
): Promise<void> {
  if (isReading()) return
  const oldest = Math.min(...(await listCopied(userId)), Number.POSITIVE_INFINITY)
  const changes = await store.listChanges(userId)
  const caughtUp: Change[] = []
  for (const change of changes) {
    const { ackedAs } = change
    if (ackedAs === null || ackedAs > oldest) continue
    const copied = change.entity === 'note' ? await findCopied(userId, change.about) : null
    if (copied === null || ackedAs <= copied) caughtUp.push(change)
  }
  if (caughtUp.length > 0) await store.removeAcked(caughtUp)
}
