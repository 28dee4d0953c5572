import { openDataUnlocked } from '#server/platform/database/open-data.ts'

/** Replaces all events of the operator; the server may be running meanwhile. */
export async function setOperatorEvents(
  place: Parameters<typeof openDataUnlocked>[0],
  { count, textBytes }: { count: number; textBytes: number },
): Promise<void> {
  const { db, close } = await openDataUnlocked(place)
  const operators = db.selectFrom('users').select('id').where('role', '=', 'admin')
  const { id: ownerId } = await operators.executeTakeFirstOrThrow()
  const now = new Date().toISOString()
  await db.deleteFrom('events').where('owner_id', '=', ownerId).execute()
  const rows = Array.from({ length: count }, (_, index) => ({
    id: index.toString(16).padStart(24, '0'),
    owner_id: ownerId,
    body: JSON.stringify({ title: 'large', text: 'x'.repeat(textBytes) }),
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('events').values(rows).execute()
  await close()
}
