import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Device } from '#src/app/device/device.ts'
import type { Runtime } from '#src/app/runtime.ts'
import { WorkOfflineNotice } from '#src/features/outbox/work-offline-notice.tsx'
import type { IdentityCheck } from '#src/session/identity-check.ts'
import { useSession } from '#src/session/use-session.ts'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'

const StorageNotice = lazy(async () => ({
  default: (await import('#src/app/device/device.ts')).StorageNotice,
}))

const LostChangesNotices = lazy(async () => ({
  default: (await import('#src/app/device/device.ts')).LostChangesNotices,
}))

const ConfirmIdentity = lazy(async () => ({
  default: (await import('#src/features/identity/confirm-identity.tsx')).ConfirmIdentity,
}))

const DeletionNotice = lazy(async () => ({
  default: (await import('#src/features/account/deletion/deletion-notice.tsx')).DeletionNotice,
}))

/** Notices at the top of every signed-in page. Memoised, so that navigation does not re-render them. */
export const DeviceNotices = memo(function DeviceNotices({ runtime }: { runtime: Runtime }) {
  const { whenOpen, sync, identity } = runtime
  const [device, setDevice] = useState<Device | null>(null)
  useEffect(() => {
    void whenOpen.then(setDevice)
  }, [whenOpen])
  return (
    <>
      {device && (
        <LazyPart>
          <StorageNotice
            health={device.storage.store.health}
            persistence={sync.persistence}
            copies={device.storage.copies}
          />
        </LazyPart>
      )}
      {device && <LostChanges detector={device.lostChanges} />}
      <WorkOfflineNotice />
      <Identity check={identity} />
      <Deletion />
    </>
  )
})

function LostChanges({ detector }: { detector: Device['lostChanges'] }) {
  const lost = useSyncExternalStore(detector.subscribe, detector.get)
  return (
    (lost.changes || lost.listings) && (
      <LazyPart>
        <LostChangesNotices lost={lost} onDismiss={detector.dismiss} />
      </LazyPart>
    )
  )
}

function Identity({ check }: { check: IdentityCheck }) {
  const state = useSyncExternalStore(check.subscribe, check.get)
  return (
    state !== 'known' && (
      <LazyPart>
        <ConfirmIdentity check={check} isAsked={state === 'asked'} />
      </LazyPart>
    )
  )
}

function Deletion() {
  const dueAt = useSession()?.account?.deletionDueAt
  return (
    dueAt && (
      <LazyPart>
        <DeletionNotice dueAt={dueAt} />
      </LazyPart>
    )
  )
}

function LazyPart({ children }: { children: ReactNode }) {
  const PartBoundary = useContext(PartBoundaryContext)
  return (
    <PartBoundary>
      <Suspense fallback={null}>{children}</Suspense>
    </PartBoundary>
  )
}
