import { EllipsisIcon, LoaderCircleIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu } from './menu.tsx'

/** The one menu of a row, with all that can be done with it. */
export function RowMenu({ of, isBusy = false, heading, children }: RowMenuProps) {
  const face = isBusy ? (
    <LoaderCircleIcon className="spinner" size={18} />
  ) : (
    <EllipsisIcon size={18} />
  )
  return (
    <Menu label={`Actions for ${of}`} face={face} isBusy={isBusy} heading={heading}>
      {children}
    </Menu>
  )
}

interface RowMenuProps {
  /** The name of the row. */
  of: string
  isBusy?: boolean
  heading?: ReactNode
  children: ReactNode
}
