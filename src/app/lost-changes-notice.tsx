import { useSyncExternalStore } from 'react'
import { formatDateTime } from '#src/domain/dates.ts'
import type { OutboxWitness } from '#src/sync/outbox-witness.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'

/** Says that the browser threw away what waited on this device, until the person has read it. */
export function LostChangesNotice({ witness }: { witness: OutboxWitness }) {
  const lost = useSyncExternalStore(witness.subscribe, witness.get)
  if (!lost) return null
  const { count, seenAt } = lost
  const changes = count === 1 ? '1 change that waited' : `${count} changes that waited`
  const dismiss = (
    <Button size="small" onClick={witness.dismiss}>
      I have checked
    </Button>
  )
  return (
    <Notice tone="negative" action={dismiss}>
      The browser has lost {changes} on this device, seen last on{' '}
      {formatDateTime(new Date(seenAt).toISOString())}. What the server shows is what holds: look at
      what you decided until then, and decide again where it is missing.
    </Notice>
  )
}
