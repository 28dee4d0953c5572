import { useSyncExternalStore } from 'react'
import type { StorageHealth } from '#src/storage/database-connection.ts'
import type { OpeningLimit } from '#src/storage/opening-limit.ts'
import type { StoragePersistence } from '#src/storage/storage-persistence.ts'
import type { StorageTrouble } from '#src/storage/storage-trouble.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Notice on every signed-in page if this device cannot, or soon cannot, store changes: the reason and a remedy. */
export function StorageNotice({ health, persistence, copies }: StorageNoticeProps) {
  const trouble = useSyncExternalStore(health.subscribe, health.get)
  const space = useSyncExternalStore(persistence.subscribe, persistence.getSpace)
  const isBlocked = useSyncExternalStore(copies.subscribe, copies.isBlocked)
  if (!trouble && isBlocked) return <Notice tone="caution">{NO_COPIES}</Notice>
  if (!trouble && space === 'low') return <Notice tone="caution">{LOW}</Notice>
  const shown = trouble ?? (space === 'full' ? 'full' : null)
  if (!shown) return null
  const { message, canReload } = SENTENCES[shown]
  const reload = (
    <Button size="small" onClick={() => window.location.reload()}>
      Reload
    </Button>
  )
  return (
    <Notice tone="negative" action={canReload && reload}>
      {message}
    </Notice>
  )
}

interface StorageNoticeProps {
  health: StorageHealth
  persistence: Pick<StoragePersistence, 'subscribe' | 'getSpace'>
  copies: Pick<OpeningLimit, 'subscribe' | 'isBlocked'>
}

const NO_COPIES =
  'The saved copies on this device do not answer, so everything comes from the server and nothing is kept for offline use. Close the other tabs of this site. Decisions are kept and sent as usual.'

const LOW =
  "This device's storage is nearly full. Free some space: soon new changes cannot be kept here. What is waiting stays."

const SENTENCES: Record<StorageTrouble, { message: string; canReload: boolean }> = {
  absent: {
    message:
      'Changes cannot be kept on this device: the browser gives this site no storage, as in some private windows. What you decide here is neither saved nor sent. Open the site in an ordinary window.',
    canReload: false,
  },
  blocked: {
    message:
      "Changes cannot be kept at the moment: this device's storage does not answer. Close the other tabs of this site.",
    canReload: true,
  },
  lost: {
    message:
      "Changes cannot be kept at the moment: the browser closes this device's storage again and again. Close the other tabs of this site, then reload this one.",
    canReload: true,
  },
  full: {
    message:
      "Changes cannot be kept: this device's storage is full. What is waiting stays. Free some space; this notice goes when there is room.",
    canReload: false,
  },
  outdated: {
    message:
      'A newer version of this app has taken over. Reload to go on: until then changes are neither saved nor sent, and what is waiting is kept. If this stays, close every tab of this site and open it again.',
    canReload: true,
  },
}
