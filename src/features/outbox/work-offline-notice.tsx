import { CloudOffIcon } from 'lucide-react'
import { groupIndian } from '#src/domain/money.ts'
import { useChangeCounts } from '#src/outbox/use-outbox.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useWorkOffline } from './use-work-offline.ts'

/** Shown at the top of every page while the device works offline on purpose, with a button to go online. */
export function WorkOfflineNotice() {
  const { isOn, set } = useWorkOffline()
  const { waiting } = useChangeCounts()
  if (!isOn) return null

  async function goOnline() {
    await set(false)
    // The pressed button unmounts with its notice: move the focus.
    document.getElementById('content')?.focus()
  }

  return (
    <Notice
      tone="neutral"
      icon={<CloudOffIcon size={16} />}
      action={
        <Button size="small" onClick={() => void goOnline()}>
          Go online
        </Button>
      }
    >
      {`Working offline: nothing is sent or fetched.${waitingMessage(waiting)}`}
    </Notice>
  )
}

function waitingMessage(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ' 1 change waits.' : ` ${groupIndian(count)} changes wait.`
}
