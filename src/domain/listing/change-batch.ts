// A batch of changes: one decision of a person about many listings. Each listing has its own change, with its own key,
// which is the batch's id and the change's place in the batch. So no more changes than the person confirmed can have a key.

/** A person can confirm so many, and their device and the server can keep what undo needs of them. */
export const MAX_BATCH = 10_000
/** Changes in one call: its body is below 100 kB, and it ends within a second. */
export const BATCH_CALL_SIZE = 100

/** 32 hexadecimal digits, as the device makes keys. */
export const BATCH_ID_PATTERN = /^[0-9a-f]{32}$/

/** The Idempotency-Key of the change at a place of a batch, counted from 0. */
export function batchKeyOf(batchId: string, place: number): string {
  return `${batchId}.${place}`
}

/** The place in its batch that a key names; null for the key of a change that is in no batch, or left it. */
export function placeInBatch(batchId: string | undefined, key: string): number | null {
  if (batchId === undefined || !key.startsWith(`${batchId}.`)) return null
  return Number(key.slice(batchId.length + 1))
}
