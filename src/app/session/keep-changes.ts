import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { troubleOf } from '#src/storage/storage-trouble.ts'

/**
 * Keeps what waits for the same person's next sign-in, and of it only what that needs. Where the storage is in trouble it
 * stays as it is: nobody has to stay signed in for that.
 */
export async function keepChanges(
  store: Pick<OutboxStore, 'slimDown'>,
  userId: string,
): Promise<void> {
  try {
    await store.slimDown(userId)
  } catch (error) {
    if (!troubleOf(error)) throw error
    console.warn('What waits on this device stays as it is.', error)
  }
}
