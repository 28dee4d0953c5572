import {
  ArrowDownToLineIcon,
  CheckCheckIcon,
  CheckIcon,
  CloudOffIcon,
  RefreshCwIcon,
} from 'lucide-react'
import { useRef } from 'react'
import { batchIdOf, type Change, type ListingChange } from '#src/domain/change.ts'
import { listProgress } from '#src/outbox/batches/batch-progress.ts'
import { wantsReason } from '#src/outbox/trouble-messages.ts'
import {
  useChangeCounts,
  useOutbox,
  useOutboxSnapshot,
  useReachability,
} from '#src/outbox/use-outbox.ts'
import { useMay } from '#src/session/use-may.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { hideToast, showToast } from '#src/ui/toast/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import { BatchEntry } from './batches/batch-entry.tsx'
import { type ListedChange, listOpenChanges } from './change-messages.ts'
import { OutboxEntry } from './outbox-entry.tsx'
import { CONFLICTS_ID } from './toast-groups.ts'
import { useOutboxFile } from './use-outbox-file.ts'
import { useWorkOffline } from './use-work-offline.ts'
import { WorkOfflineSwitch } from './work-offline-switch.tsx'
import './outbox.css'
import { groupIndian } from '#src/domain/money.ts'

/** Every change that the server has not confirmed; changes that need the person come first. */
export function OutboxScreen() {
  const { state, changes, batches, unreadable } = useOutboxSnapshot()
  const { isOn: isHeldBack } = useWorkOffline()
  const isOffline = useReachability() === 'offline'
  const nowMs = useNow()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const progress = listProgress(batches, changes)
  const batchIds = new Set(batches.map(({ id }) => id))
  const open = listOpenChanges(changes.filter((change) => !batchIds.has(batchIdOf(change) ?? '')))
  const renderEntry = (listed: ListedChange) => (
    <OutboxEntry
      key={listed.change.key}
      {...listed}
      nowMs={nowMs}
      // The pressed button unmounts with its entry: move the focus.
      onGone={() => headingRef.current?.focus()}
    />
  )
  const renderEntries = (some: readonly Change[]) => listOpenChanges(some).map(renderEntry)
  return (
    <>
      <header className="page-header">
        <h2 className="page-title" ref={headingRef} tabIndex={-1}>
          Outbox
        </h2>
        <OutboxSummary />
        <OutboxActions isHeldBack={isHeldBack} onGone={() => headingRef.current?.focus()} />
      </header>
      {state === 'loading' && <p role="status">Reading the changes on this device...</p>}
      {state === 'unavailable' && (
        <Notice tone="negative">
          This device's outbox cannot be read, so it is not known what is waiting. Close the other
          tabs of this site, then reload this one.
        </Notice>
      )}
      {unreadable > 0 && <Notice tone="caution">{unreadableMessage(unreadable)}</Notice>}
      {state === 'ready' && open.length + progress.length + unreadable === 0 && (
        <EmptyState icon={<CheckIcon size={22} />} title="Nothing is waiting">
          Decisions stay here until they reach the server.
        </EmptyState>
      )}
      {isOffline && !isHeldBack && open.length > 0 && (
        <Notice tone="caution" icon={<CloudOffIcon size={16} />}>
          Offline. Changes stay on this device and are sent when the server can be reached.
        </Notice>
      )}
      {open.length + progress.length > 0 && (
        <ul className="change-list" aria-label="Changes">
          {progress.map((one) => (
            <BatchEntry
              key={one.batch.id}
              progress={one}
              nowMs={nowMs}
              onGone={() => headingRef.current?.focus()}
              renderStuck={renderEntries}
            />
          ))}
          {open.map(renderEntry)}
        </ul>
      )}
      <WorkOfflineSwitch />
    </>
  )
}

interface OutboxActionsProps {
  isHeldBack: boolean
  /** Called when the pressed button has removed changes, and itself. */
  onGone: () => void
}

function OutboxSummary() {
  const { needsYou, sending, waiting } = useChangeCounts()
  const parts = [
    needsYou > 0 && `${groupIndian(needsYou)} ${needsYou === 1 ? 'needs' : 'need'} attention`,
    sending > 0 && `${groupIndian(sending)} sending`,
    waiting > 0 && `${groupIndian(waiting)} waiting`,
  ]
  return (
    <p className="page-note" role="status">
      {parts.filter(Boolean).join(' · ')}
    </p>
  )
}

function OutboxActions({ isHeldBack, onGone }: OutboxActionsProps) {
  const { sending, waiting } = useChangeCounts()
  const outbox = useOutbox()
  const { changes } = useOutboxSnapshot()
  const conflicts = changes.filter(({ state }) => state === 'conflict')
  const mayDecide = useMay('decide-listings')
  const unexplained = changes.filter(isUnexplained)
  const saveOutbox = useOutboxFile()

  async function sync() {
    try {
      await outbox.syncNow()
    } catch (error) {
      console.error('The outbox could not be sent.', error)
      showToast({ tone: 'error', message: UNREAD })
    }
  }

  async function save() {
    try {
      await saveOutbox()
    } catch (error) {
      console.error('The outbox could not be saved as a file.', error)
      showToast({ tone: 'error', message: UNREAD })
    }
  }

  async function leaveAll() {
    let left = 0
    try {
      for (const change of conflicts) if (await outbox.keepTheirs(change)) left += 1
      onGone()
    } catch (error) {
      console.error('A conflict could not be settled.', error)
      showToast({ tone: 'error', message: `${groupIndian(left)} left as decided. ${UNSAVED}` })
    }
    hideToast(CONFLICTS_ID)
  }

  return (
    <div className="page-actions">
      {conflicts.length > 1 && (
        <Button icon={<CheckCheckIcon size={16} />} onClick={() => void leaveAll()}>
          Leave all as decided
        </Button>
      )}
      {mayDecide && unexplained.length > 1 && (
        <Button onClick={() => void outbox.explainRefused(unexplained)}>
          {`One reason for ${groupIndian(unexplained.length)} rejections`}
        </Button>
      )}
      <Button icon={<ArrowDownToLineIcon size={16} />} onClick={() => void save()}>
        Save as a file
      </Button>
      <Button
        icon={<RefreshCwIcon size={16} />}
        busy={sending > 0}
        disabled={isHeldBack || sending + waiting === 0}
        onClick={() => void sync()}
      >
        Send now
      </Button>
    </div>
  )
}

/** A rejection that the server refused, because it had no reason or one that is not offered any more. */
function isUnexplained(change: Change): change is ListingChange {
  return change.entity === 'listing' && wantsReason(change)
}

const UNSAVED = 'This device could not save the rest. Please try again.'
const UNREAD = 'This device could not read its outbox. Please try again.'

function unreadableMessage(count: number): string {
  return count === 1
    ? '1 change on this device cannot be read by this version of the app: a newer one made it, or it is damaged. It is kept untouched and not sent. The saved file has it.'
    : `${groupIndian(count)} changes on this device cannot be read by this version of the app: a newer one made them, or they are damaged. They are kept untouched and not sent. The saved file has them.`
}
