import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { isMaskedPan } from '#src/domain/loan.ts'
import { displayValue } from '#src/domain/text.ts'
import { useMay } from '#src/session/use-may.ts'
import { Button } from '#src/ui/form/button.tsx'

import { useRevealedPan } from './use-revealed-pan.ts'

export interface LoanPanProps {
  /** Null if the server sends no loan ids. Without an id, the unmasked PAN cannot be requested. */
  loanId: string | null
  panNumber: string | null
}

/** The PAN number as the server sent it, with a button that reveals a masked number for a minute. */
export function LoanPan({ loanId, panNumber }: LoanPanProps) {
  const mayReveal = useMay('reveal-pan')
  if (mayReveal && loanId !== null && isMaskedPan(panNumber)) {
    return <MaskedPan loanId={loanId} panNumber={panNumber} />
  }
  return <span className="cell-id">{displayValue(panNumber)}</span>
}

function MaskedPan({ loanId, panNumber }: LoanPanProps & { loanId: string }) {
  const { reveal, show, hide } = useRevealedPan(loanId)
  const isShown = reveal.state === 'shown'
  return (
    <div className="loan-pan">
      <span className="cell-id" aria-live="polite">
        {isShown ? reveal.pan : panNumber}
      </span>
      <Button
        size="small"
        icon={isShown ? <EyeOffIcon size={14} /> : <EyeIcon size={14} />}
        busy={reveal.state === 'asking'}
        onClick={isShown ? hide : () => void show()}
      >
        {isShown ? 'Hide PAN' : 'Show PAN'}
      </Button>
      {reveal.state === 'refused' ? (
        <p className="loan-pan-note" data-tone="negative" role="alert">
          {reveal.problem}
        </p>
      ) : (
        <p className="loan-pan-note">
          {isShown ? 'Hidden again after a minute.' : 'Every reveal is logged.'}
        </p>
      )}
    </div>
  )
}
