import { useOutboxParts } from '#src/outbox/use-outbox.ts'
import { useSession } from '#src/session/use-session.ts'
import { downloadFile } from '#src/ui/file-download.ts'
import { makeOutboxFile, outboxFileName } from './outbox-file.ts'

/** Downloads the signed-in person's outbox as a file, including unreadable rows; needs no network. */
export function useOutboxFile(): () => Promise<void> {
  const { outbox, view, user } = useOutboxParts()
  const account = useSession()?.account

  return async function saveOutbox() {
    const now = new Date()
    const text = makeOutboxFile({
      changes: view.get().changes,
      unreadable: await outbox.listUnreadable(),
      person: { id: user.findUserId() ?? '', name: account?.fullName ?? null },
      isWorkingOffline: outbox.workOffline.get(),
      now,
    })
    downloadFile({ name: outboxFileName(now), type: 'application/json;charset=utf-8', text })
  }
}
