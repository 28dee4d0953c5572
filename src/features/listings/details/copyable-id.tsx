import { Button } from '#src/ui/form/button.tsx'
import { showToast } from '#src/ui/toast/toast.ts'

/** A record's whole id, with a copy button. */
export function CopyableId({ id }: { id: string }) {
  return (
    <span className="copyable-id">
      <code className="cell-id">{id}</code>
      <Button size="small" variant="quiet" onClick={() => void copy(id)}>
        Copy ID
      </Button>
    </span>
  )
}

async function copy(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id)
    showToast({ tone: 'success', message: 'ID copied', id: 'id-copied' })
  } catch {
    // The browser denied the clipboard, or has none without HTTPS. The person can still select the id.
    showToast({ tone: 'error', message: 'The ID could not be copied. Select it to copy it.' })
  }
}
