import { type ReactNode, type RefObject, useId } from 'react'
import { ModalHeader } from './modal-header.tsx'
import { useModal } from './use-modal.ts'

/** A modal confirmation or form. An alertdialog has no close button, and a press on the backdrop does not close it. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  initialFocusRef?: RefObject<HTMLElement | null>
}

function OpenDialog({
  onClose,
  title,
  children,
  footer,
  role,
  initialFocusRef,
}: Omit<DialogProps, 'open'>) {
  const id = useId()
  const isAlert = role === 'alertdialog'
  const dialogRef = useModal({ onClose, closesOnBackdrop: !isAlert, initialFocusRef })
  return (
    <dialog
      ref={dialogRef}
      className="modal dialog"
      role={isAlert ? role : undefined}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={isAlert ? `${id}-body` : undefined}
    >
      <div className="modal-frame">
        {isAlert ? (
          <h2 id={`${id}-title`} className="modal-title">
            {title}
          </h2>
        ) : (
          <ModalHeader id={`${id}-title`} title={title} onClose={onClose} />
        )}
        <div className="modal-body" id={`${id}-body`}>
          {children}
        </div>
        {footer && (
          <div className="modal-footer" data-keep-clear>
            {footer}
          </div>
        )}
      </div>
    </dialog>
  )
}
