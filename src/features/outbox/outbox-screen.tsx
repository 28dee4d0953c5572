import { useRef } from 'react'
import {
  useChangeCounts,
  useOutbox,
  useOutboxSnapshot,
  useReachability,
} from '#src/sync/use-sync.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { showToast } from '#src/ui/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import { listOpenChanges } from './change-words.ts'
import { OutboxEntry } from './outbox-entry.tsx'
import './outbox.css'

/** Every change that the server has not confirmed, what needs the operator first. */
export function OutboxScreen() {
  const { state, changes } = useOutboxSnapshot()
  const isOffline = useReachability() === 'offline'
  const nowMs = useNow()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const open = listOpenChanges(changes)
  return (
    <>
      <header className="page-header">
        <h2 className="page-title" ref={headingRef} tabIndex={-1}>
          Outbox
        </h2>
        <OutboxSummary />
        <SyncNow />
      </header>
      {state === 'loading' && <p role="status">Reading the changes on this device...</p>}
      {state === 'unavailable' && (
        <Notice tone="negative">
          This device's outbox cannot be read, so it is not known what is waiting. Nothing in it is
          lost: close the other tabs of this site, then reload this one.
        </Notice>
      )}
      {state === 'ready' && open.length === 0 && (
        <EmptyState icon={<Icon name="check" size={24} />} title="Nothing is waiting">
          Everything you decided on this device has reached the server.
        </EmptyState>
      )}
      {isOffline && open.length > 0 && (
        <Notice tone="caution" icon={<Icon name="cloud-off" size={18} />}>
          Offline. Changes stay on this device and are sent when the server can be reached.
        </Notice>
      )}
      {open.length > 0 && (
        <ul className="change-list" aria-label="Changes">
          {open.map((change) => (
            <OutboxEntry
              key={change.key}
              change={change}
              nowMs={nowMs}
              // The button that was pressed is gone with its entry: the focus must not be lost with it.
              onGone={() => headingRef.current?.focus()}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function OutboxSummary() {
  const { needsYou, sending, waiting } = useChangeCounts()
  const parts = [
    needsYou > 0 && `${needsYou} ${needsYou === 1 ? 'needs' : 'need'} you`,
    sending > 0 && `${sending} sending`,
    waiting > 0 && `${waiting} waiting`,
  ]
  return (
    <p className="page-note" role="status">
      {parts.filter(Boolean).join(' · ')}
    </p>
  )
}

function SyncNow() {
  const { sending, waiting } = useChangeCounts()
  const outbox = useOutbox()

  async function sync() {
    try {
      await outbox.syncNow()
    } catch (error) {
      console.error('The outbox could not be sent.', error)
      showToast({
        tone: 'error',
        message: 'This device could not read its outbox. Please try again.',
      })
    }
  }

  return (
    <div className="page-actions">
      <Button
        icon={<Icon name="refresh" size={18} />}
        busy={sending > 0}
        disabled={sending + waiting === 0}
        onClick={() => void sync()}
      >
        Sync now
      </Button>
    </div>
  )
}
