import { memo } from 'react'
import { WorkOfflineNotice } from '#src/features/outbox/work-offline-notice.tsx'
import { LostChangesNotice } from './lost-changes-notice.tsx'
import type { Runtime } from './runtime.ts'
import { StorageNotice } from './storage-notice.tsx'

/** What there is to say of this device, at the top of every page of a signed-in person; not drawn anew with each address. */
export const DeviceNotices = memo(function DeviceNotices({ runtime }: { runtime: Runtime }) {
  return (
    <>
      <StorageNotice health={runtime.outboxStore.health} />
      <LostChangesNotice witness={runtime.witness} />
      <WorkOfflineNotice />
    </>
  )
})
