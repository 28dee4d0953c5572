import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { useModal } from './use-modal.ts'

/** Confirms an action before it is performed. The focus starts on the cancel button. */
export function ConfirmDialog({ open, ...rest }: ConfirmDialogProps) {
  return open ? <OpenConfirmDialog {...rest} /> : null
}

export interface ConfirmDialogProps {
  open: boolean
  title: string
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger'
  /** Details below the title. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

function OpenConfirmDialog({
  title,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone,
  children,
  onConfirm,
  onCancel,
}: Omit<ConfirmDialogProps, 'open'>) {
  const id = useId()
  const cancelRef = useRef<HTMLButtonElement>(null)
  const dialogRef = useModal({
    onClose: onCancel,
    closesOnBackdrop: false,
    initialFocusRef: cancelRef,
  })
  return (
    <dialog
      ref={dialogRef}
      className="modal dialog confirm"
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={id}
    >
      <div className="modal-frame">
        <h2 id={id} className="confirm-question">
          {title}
        </h2>
        {children && <div className="modal-body">{children}</div>}
        <div className="modal-footer" data-keep-clear>
          <Button ref={cancelRef} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant={tone ?? 'primary'} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
