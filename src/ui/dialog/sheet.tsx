import { type ReactNode, useId } from 'react'
import { ModalHeader } from './modal-header.tsx'
import { useModal } from './use-modal.ts'

/** Details, usually with their own URL: a panel at the right edge on wide screens, from the bottom on phones. */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null
}

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  /** False for a sheet that no URL opens: Back closes it, and a reload does not show it again. */
  hasUrl?: boolean
  /** By default, only a sheet with a URL: the others hold what was typed. */
  closesOnBackdrop?: boolean
}

function OpenSheet({
  onClose,
  title,
  children,
  footer,
  hasUrl = true,
  closesOnBackdrop = hasUrl,
}: Omit<SheetProps, 'open'>) {
  const id = useId()
  const dialogRef = useModal({ onClose, closesOnBackdrop, hasUrl })
  return (
    <dialog ref={dialogRef} className="modal sheet" aria-modal="true" aria-labelledby={id}>
      <div className="modal-frame">
        <ModalHeader id={id} title={title} onClose={onClose} />
        <div className="modal-body">{children}</div>
        {footer && (
          <div className="modal-footer" data-keep-clear>
            {footer}
          </div>
        )}
      </div>
    </dialog>
  )
}
