import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { troubleOf } from '#src/storage/storage-trouble.ts'

/**
 * Keeps the queued changes for the person's next sign-in, reduced to the data that they need then. A storage failure
 * leaves them unchanged and does not block the sign-out.
 */
export async function keepChanges(
  store: Pick<OutboxStore, 'slimDown'>,
  userId: string,
): Promise<void> {
  try {
    await store.slimDown(userId)
  } catch (error) {
    if (!troubleOf(error)) throw error
    console.warn('The queued changes could not be reduced for the sign-out.', error)
  }
}
