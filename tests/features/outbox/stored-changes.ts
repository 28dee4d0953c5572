import type { Change } from '#src/domain/change.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'
import { OPERATOR } from '#tests/support/render-with-sync.tsx'

/** Stores changes as another tab of this device would. By default, they are the operator's. */
export async function storeChanges(...rows: (Partial<Change> | object)[]): Promise<void> {
  const database = createOutboxDatabase()
  await database.changes.bulkAdd(
    rows.map((row, index) => {
      const { seq: _, ...sample } = sampleChange({
        key: `a-key-of-its-own-${index}`,
        userId: OPERATOR.account.id,
        queuedAt: Date.now(),
      })
      return { ...sample, ...row } as Change // tests also store invalid rows
    }),
  )
  database.close()
}

const CONFLICT = {
  status: 'rejected',
  version: 4,
  changedAt: '2025-09-05T08:35:00Z',
  device: 'Office laptop',
} as const

/** The fields of an approval of a listing that somebody rejected meanwhile. */
export const OVERTAKEN = {
  state: 'conflict',
  tries: 1,
  conflict: CONFLICT,
  lastError: { status: 412, code: 'version-conflict', message: 'Changed in the meantime.' },
} as const

/** The fields of a change that the server refused. */
export function refused(status: number, code: string | null, message = 'So said the server.') {
  return { state: 'parked', tries: 1, lastError: { status, code, message } } as const
}
