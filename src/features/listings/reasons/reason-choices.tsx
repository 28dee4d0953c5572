import type { ListedReason } from '#src/api/team/reasons-api.ts'
import { Button } from '#src/ui/form/button.tsx'

/** The active reasons as buttons, and below them the sentence that the seller reads. */
export function ReasonChoices({ reasons, code, onChoose }: ReasonChoicesProps) {
  // The chosen reason is shown even if it is retired.
  const offered = reasons.filter((reason) => reason.isActive || reason.code === code)
  const chosen = offered.find((reason) => reason.code === code)
  return (
    <fieldset className="stack" aria-label="Reason" aria-describedby="reason-mistake">
      <div className="row">
        {offered.map((reason) => (
          <Button
            key={reason.code}
            size="small"
            variant={reason === chosen ? 'primary' : 'secondary'}
            aria-pressed={reason === chosen}
            onClick={() => onChoose(reason.code)}
          >
            {reason.label}
          </Button>
        ))}
      </div>
      {chosen && <p className="muted">The seller reads: “{chosen.sentence}”</p>}
    </fieldset>
  )
}

interface ReasonChoicesProps {
  reasons: readonly ListedReason[]
  /** The chosen reason; empty for none. */
  code: string
  onChoose: (code: string) => void
}
