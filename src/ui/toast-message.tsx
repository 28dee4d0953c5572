import { useEffect } from 'react'
import { toast } from 'react-hot-toast/headless'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

export function ToastMessage({ id, tone, message, detail, action, onGone }: ToastMessageProps) {
  useEffect(() => () => onGone?.(), [onGone])
  function handleAction() {
    toast.dismiss(id)
    action?.onAction()
  }
  return (
    <>
      <Icon name={ICONS[tone]} size={18} />
      <div className="toast-text">
        <p>{message}</p>
        {detail && <p className="toast-detail">{detail}</p>}
      </div>
      {action && (
        <button type="button" className="toast-action" onClick={handleAction}>
          {action.label}
        </button>
      )}
      <IconButton
        label="Close message"
        icon={<Icon name="close" size={16} />}
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
  action: ToastAction | undefined
  onGone: (() => void) | undefined
}

export type ToastTone = 'success' | 'error' | 'info'

export interface ToastAction {
  label: string
  /** Runs once; the toast closes by itself. */
  onAction: () => void
}

const ICONS: Record<ToastTone, IconName> = { success: 'check', error: 'warning', info: 'info' }
