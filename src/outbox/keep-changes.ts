import { troubleOf } from '#src/storage/storage-trouble.ts'
import type { OutboxStore } from './outbox-store.ts'

/**
 * Prepares the queued changes for a sign-out: keeps only the data that sending needs after the person's next sign-in. A
 * storage failure leaves the changes as they are and does not block the sign-out.
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
