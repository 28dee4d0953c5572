import { XIcon } from 'lucide-react'
import { IconButton } from '#src/ui/form/icon-button.tsx'

export function ModalHeader({ id, title, onClose }: ModalHeaderProps) {
  return (
    <div className="modal-header">
      <h2 id={id} className="modal-title">
        {title}
      </h2>
      <IconButton label="Close" icon={<XIcon size={18} />} onClick={onClose} />
    </div>
  )
}

interface ModalHeaderProps {
  id: string
  title: string
  onClose: () => void
}
