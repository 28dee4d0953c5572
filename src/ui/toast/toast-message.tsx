import { CheckIcon, InfoIcon, type LucideIcon, TriangleAlertIcon, XIcon } from 'lucide-react'
import { useEffect } from 'react'
import { toast } from 'react-hot-toast/headless'
import { IconButton } from '#src/ui/form/icon-button.tsx'

export function ToastMessage({
  id,
  tone,
  message,
  detail,
  actions = [],
  onGone,
}: ToastMessageProps) {
  const ToneIcon = ICONS[tone]
  useEffect(() => () => onGone?.(), [onGone])
  return (
    <>
      <ToneIcon size={16} />
      <div className="toast-text">
        <p>{message}</p>
        {detail && <p className="toast-detail">{detail}</p>}
      </div>
      <div className="toast-actions">
        {actions.map(({ label, onAction }) => (
          <button
            key={label}
            type="button"
            className="toast-action"
            onClick={() => {
              toast.dismiss(id)
              onAction()
            }}
          >
            {label}
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
  /** Called on a press, which also closes the toast. */
  onAction: () => void
}

const ICONS: Record<ToastTone, LucideIcon> = {
  success: CheckIcon,
  error: TriangleAlertIcon,
  info: InfoIcon,
}
