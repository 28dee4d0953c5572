import { lazy, memo, Suspense, useContext, useSyncExternalStore } from 'react'
import { WorkOfflineNotice } from '#src/features/outbox/work-offline-notice.tsx'
import { PartBoundaryContext } from '#src/ui/part-boundary.ts'
import type { LostChangeWatch } from './lost-change-watch.ts'
import type { Runtime } from './runtime.ts'
import { StorageNotice } from './storage-notice.tsx'

const LostChangesNotice = lazy(async () => ({
  default: (await import('./memory.ts')).LostChangesNotice,
}))

/** What there is to say of this device, at the top of every page of a signed-in person; not drawn anew with each address. */
export const DeviceNotices = memo(function DeviceNotices({ runtime }: { runtime: Runtime }) {
  return (
    <>
      <StorageNotice health={runtime.outboxStore.health} keeping={runtime.sync.keeping} />
      <LostChanges watch={runtime.lostChanges} />
      <WorkOfflineNotice />
    </>
  )
})

function LostChanges({ watch }: { watch: LostChangeWatch }) {
  const PartBoundary = useContext(PartBoundaryContext)
  const lost = useSyncExternalStore(watch.subscribe, watch.get)
  if (!lost) return null
  return (
    <PartBoundary>
      <Suspense fallback={null}>
        <LostChangesNotice lost={lost} onDismiss={watch.dismiss} />
      </Suspense>
    </PartBoundary>
  )
}
