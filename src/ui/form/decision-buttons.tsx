import { CheckIcon, XIcon } from 'lucide-react'
import { Button } from './button.tsx'

/** The buttons Accept and Cancel. The current decision's button is pressed, not disabled, to keep the focus. */
export function DecisionButtons({ status, describedBy, disabled, onDecide }: DecisionButtonsProps) {
  return (
    <div className="decision-buttons" data-keep-clear>
      <Button
        variant="accept"
        icon={<CheckIcon size={16} />}
        aria-describedby={describedBy}
        aria-pressed={status === 'approved'}
        disabled={disabled}
        onClick={() => onDecide('approved')}
      >
        Accept
      </Button>
      <Button
        variant="reject"
        icon={<XIcon size={16} />}
        aria-describedby={describedBy}
        aria-pressed={status === 'rejected'}
        disabled={disabled}
        onClick={() => onDecide('rejected')}
      >
        Cancel
      </Button>
    </div>
  )
}

export interface DecisionButtonsProps {
  status: 'pending' | 'approved' | 'rejected'
  /** The id of the element that names the record to decide about. */
  describedBy: string
  disabled: boolean
  onDecide: (to: 'approved' | 'rejected') => void
}
