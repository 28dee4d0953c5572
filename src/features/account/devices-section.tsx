import { useState } from 'react'
import { signOutDevice, signOutOtherDevices } from '#src/api/account/own-account-api.ts'
import type { OwnDevice } from '#src/domain/account/own-account.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { LoadingPart } from '#src/ui/layout/loading-part.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { FailedRead } from '#src/ui/reads/failed-read.tsx'
import { AccountRow } from './account-row.tsx'
import { useDevices } from './use-devices.ts'

/** The devices on which the person is signed in. Every device except this one can be signed out. */
export function DevicesSection() {
  const { devices, readFailure, signOutFailure, isBusy, signOut, refetch } = useDevices()
  const [leaving, setLeaving] = useState<OwnDevice | 'others' | null>(null)
  if (!devices && !readFailure) return <LoadingPart>Loading your devices...</LoadingPart>
  const hasOthers = devices?.some(({ isCurrent }) => !isCurrent)
  return (
    <section className="section" aria-labelledby="devices-title">
      <div className="page-header">
        <h3 id="devices-title" className="section-title">
          Devices
        </h3>
        {hasOthers && (
          <div className="page-actions">
            <Button size="small" busy={isBusy} onClick={() => setLeaving('others')}>
              Sign out all others
            </Button>
          </div>
        )}
      </div>
      <FailedRead failure={readFailure} onRetry={refetch} />
      {signOutFailure && <Notice tone="negative">{signOutFailure}</Notice>}
      {devices && (
        <ul className="change-list account-list">
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isBusy={isBusy}
              onSignOut={() => setLeaving(device)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={
          leaving === 'others' ? 'Sign out all other devices?' : `Sign out ${leaving?.device}?`
        }
        confirmLabel="Sign out"
        tone="danger"
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          setLeaving(null)
          if (leaving === 'others') void signOut(signOutOtherDevices)
          else if (leaving) void signOut(() => signOutDevice(leaving.id))
        }}
      >
        <p>
          Saved copies are deleted there at the next contact. Changes that were not sent stay there
          and wait for your next sign-in.
        </p>
      </ConfirmDialog>
    </section>
  )
}

interface DeviceRowProps {
  device: OwnDevice
  isBusy: boolean
  onSignOut: () => void
}

function DeviceRow({ device, isBusy, onSignOut }: DeviceRowProps) {
  const seen = device.isCurrent ? 'Active now' : `Last seen ${formatDateTime(device.lastSeenAt)}`
  return (
    <AccountRow
      title={
        <>
          <span>{device.device}</span>
          {device.isCurrent && <Badge tone="accent">This device</Badge>}
        </>
      }
      meta={[seen, device.network && `Network ${device.network}`].filter(Boolean).join(' · ')}
      action={
        !device.isCurrent && (
          <Button
            size="small"
            busy={isBusy}
            aria-label={`Sign out ${device.device}, ${seen.toLowerCase()}`}
            onClick={onSignOut}
          >
            Sign out
          </Button>
        )
      }
    />
  )
}
