import { CommandIcon } from '#src/ui/layout/command-icon.tsx'
import { Button } from './button.tsx'

/** The buttons Accept and Cancel. The current decision's button is pressed, not disabled, to keep the focus. */
export function DecisionButtons({ status, describedBy, disabled, onDecide }: DecisionButtonsProps) {
  return (
    <div className="decision-buttons" data-keep-clear>
      <Button
        variant="accept"
        icon={<CommandIcon name="check" />}
        aria-describedby={describedBy}
        aria-pressed={status === 'approved'}
        disabled={disabled}
        onClick={() => onDecide('approved')}
      >
        Accept
      </Button>
      <Button
        variant="reject"
        icon={<CommandIcon name="x" />}
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
