import { APPROVE, REJECT } from '#src/domain/listing/listing-commands.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { switchSingleKeys, useSingleKeys } from '#src/ui/single-keys.ts'

const KEYS = [
  [APPROVE.key.toUpperCase(), 'Accept'],
  [REJECT.key.toUpperCase(), REJECT.label],
  ['J', 'Skip to the next one'],
  ['K', 'Previous listing'],
  ['P', 'Play or pause the video, as Space does'],
  ['V', 'View the photos large; the arrow keys go on'],
  ['H', 'Hold the listing, or hand it over'],
  ['S', 'Assign the listing to a person'],
  ['I', 'Record a visit to the property'],
  ['N', 'Notes of the team'],
  ['U', 'Undo the last decision made here'],
  ['E', 'Explain the rejection just made here'],
  ['1 to 9', 'The same, with this reason chosen; Enter saves it'],
  ['?', 'Show these keys'],
  ['Esc', 'Leave review'],
] as const

/** The keys and swipes of review mode, and the switch for the keys. */
export function ReviewHelp({ open, rule, onClose }: ReviewHelpProps) {
  const hasKeys = useSingleKeys()
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <div className="stack">
        <p>{rule}</p>
        <dl className="review-keys">
          {KEYS.map(([key, action]) => (
            <div key={key}>
              <dt>
                <kbd className="keycap">{key}</kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">
          On a touch screen: swipe the property right to accept it, left to reject it.
        </p>
        <Switch
          label="Single-letter shortcuts"
          hint="On this device. Turn off if you use voice control or press them accidentally."
          isOn={hasKeys}
          onSwitch={switchSingleKeys}
        />
      </div>
    </Dialog>
  )
}

interface ReviewHelpProps {
  open: boolean
  /** The rule of the order. */
  rule: string
  onClose: () => void
}
