import { Button } from '#src/ui/form/button.tsx'
import { Notice } from './notice.tsx'

export interface FailedReadProps {
  /** The sentence; null when the read has not failed. */
  failure: string | null | undefined
  onRetry: () => void
}

/** The failed read of a screen that works only online, with another try. */
export function FailedRead({ failure, onRetry }: FailedReadProps) {
  if (!failure) return null
  return (
    <Notice tone="caution" action={<Button onClick={onRetry}>Try again</Button>}>
      {failure}
    </Notice>
  )
}
