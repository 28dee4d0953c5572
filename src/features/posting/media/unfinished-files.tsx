import { useEffect, useState } from 'react'
import { openUploads } from '#src/outbox/kinds/posting/files/page-uploads.ts'
import {
  dropElsewhere,
  listElsewhere,
} from '#src/outbox/kinds/posting/files/unfinished-elsewhere.ts'
import type { UploadQueue } from '#src/outbox/kinds/posting/files/upload-queue.ts'
import { useSessionStore } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Offers to drop what fills the person's limit of unfinished uploads on the server, so that the refused files have room. */
export function UnfinishedFiles({ queue }: { queue: UploadQueue }) {
  const session = useSessionStore()
  const [found, setFound] = useState<readonly string[]>([])
  const [isDropping, setDropping] = useState(false)
  useEffect(() => {
    listElsewhere(openUploads(), session, queue).then(setFound, (error: unknown) => {
      console.info('The unfinished uploads cannot be listed now.', error)
    })
  }, [session, queue])
  if (found.length === 0) return null

  async function drop(): Promise<void> {
    setDropping(true)
    await dropElsewhere(queue, session, found)
  }

  return (
    <Notice
      tone="caution"
      action={
        <Button busy={isDropping} onClick={() => void drop()}>
          {found.length === 1
            ? 'Drop the unfinished file'
            : `Drop ${found.length} unfinished files`}
        </Button>
      }
    >
      Files that were begun earlier or on another device take the room of these. What another device
      still sends, it sends again from the start.
    </Notice>
  )
}
