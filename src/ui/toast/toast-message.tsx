import { CheckIcon, InfoIcon, type LucideIcon, TriangleAlertIcon, XIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toast } from 'react-hot-toast/headless'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Keycap } from '#src/ui/layout/keycap.tsx'
import { useSingleKeys } from '#src/ui/single-keys.ts'

export function ToastMessage({
  id,
  tone,
  message,
  detail,
  actions = [],
  onGone,
}: ToastMessageProps) {
  const ToneIcon = ICONS[tone]
  const isPressed = useRef(false)
  const hasKeys = useSingleKeys()
  useEffect(() => () => onGone?.(), [onGone])
  return (
    <>
      <ToneIcon size={16} />
      <div className="toast-text">
        <p>{message}</p>
        {detail && <p className="toast-detail">{detail}</p>}
      </div>
      <div className="toast-actions">
        {actions.map(({ label, shortcut, onAction }) => (
          <button
            key={label}
            type="button"
            className="toast-action"
            aria-keyshortcuts={hasKeys ? shortcut : undefined}
            onClick={() => {
              // A second press, while the toast fades out, has no effect.
              if (isPressed.current) return
              isPressed.current = true
              toast.dismiss(id)
              onAction()
            }}
          >
            <span>{label}</span>
            {shortcut && hasKeys && <Keycap>{shortcut.toUpperCase()}</Keycap>}
          </button>
        ))}
      </div>
      <IconButton
        label="Close message"
        icon={<XIcon size={14} />}
        onClick={() => toast.dismiss(id)}
      />
    </>
  )
}

interface ToastMessageProps {
  id: string
  tone: ToastTone
  message: string
  detail: string | undefined
  actions: readonly ToastAction[] | undefined
  onGone: (() => void) | undefined
}

export type ToastTone = 'success' | 'error' | 'info'

export interface ToastAction {
  label: string
  /** The key that does the same, such as 'z'. */
  shortcut?: string
  /** Called on a press, which also closes the toast. */
  onAction: () => void
}

const ICONS: Record<ToastTone, LucideIcon> = {
  success: CheckIcon,
  error: TriangleAlertIcon,
  info: InfoIcon,
}
