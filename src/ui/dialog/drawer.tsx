import { MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { useModal } from './use-modal.ts'

/** The navigation on screens narrower than 1024 px, which slides over the page from the left. */
export function Drawer({ open, ...rest }: DrawerProps) {
  return open ? <OpenDrawer {...rest} /> : null
}

export interface DrawerProps {
  open: boolean
  onClose: () => void
  /** The accessible name, also shown at the top. */
  label: string
  children: ReactNode
}

function OpenDrawer({ onClose, label, children }: Omit<DrawerProps, 'open'>) {
  const dialogRef = useModal({ onClose, closesOnBackdrop: true })
  return (
    <dialog ref={dialogRef} className="modal drawer" aria-modal="true" aria-label={label}>
      <div className="modal-frame">
        <div className="modal-header">
          {/* Covers the button that opened the drawer: a second press in the same place closes it. */}
          <IconButton
            label="Close menu"
            icon={<MenuIcon size={18} />}
            aria-expanded={true}
            onClick={onClose}
          />
          <p className="drawer-label">{label}</p>
        </div>
        <div className="modal-body">{children}</div>
      </div>
    </dialog>
  )
}
