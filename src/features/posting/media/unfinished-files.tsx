import { useEffect, useState } from 'react'
import { groupIndian } from '#src/domain/money.ts'
import { WAITS_FOR_ROOM } from '#src/outbox/kinds/posting/files/file-sending.ts'
import {
  dropElsewhere,
  listElsewhere,
} from '#src/outbox/kinds/posting/files/unfinished-elsewhere.ts'
import type { UploadQueue } from '#src/outbox/kinds/posting/files/upload-queue.ts'
import { usePageUploads } from '#src/outbox/kinds/posting/files/use-uploads.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Says that files wait for room among the person's unfinished uploads, and offers to drop those of no file on this device. */
export function UnfinishedFiles({ queue }: { queue: UploadQueue }) {
  const pageUploads = usePageUploads()
  const { syncNow } = useOutbox()
  const [found, setFound] = useState<readonly string[]>([])
  const [isDropping, setDropping] = useState(false)
  useEffect(() => {
    listElsewhere(pageUploads, queue).then(setFound, (error: unknown) => {
      console.info('The unfinished uploads cannot be listed now.', error)
    })
  }, [pageUploads, queue])
  if (found.length === 0) return <Notice tone="neutral">{WAITS_FOR_ROOM}</Notice>

  async function drop(): Promise<void> {
    setDropping(true)
    await dropElsewhere(pageUploads, found)
    setFound([])
    await syncNow()
  }

  return (
    <Notice
      tone="caution"
      action={
        <Button busy={isDropping} onClick={() => void drop()}>
          {found.length === 1
            ? 'Drop the unfinished file'
            : `Drop ${groupIndian(found.length)} unfinished files`}
        </Button>
      }
    >
      Files that were begun earlier or on another device take the room of these. What another device
      still sends, it sends again from the start.
    </Notice>
  )
}
