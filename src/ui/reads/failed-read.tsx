import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

export interface FailedReadProps {
  /** The error message; null when the read has not failed. */
  failure: string | null | undefined
  onRetry: () => void
}

/** The error of a failed read and a retry button, for screens that work only online. */
export function FailedRead({ failure, onRetry }: FailedReadProps) {
  if (!failure) return null
  return (
    <Notice tone="caution" action={<Button onClick={onRetry}>Try again</Button>}>
      {failure}
    </Notice>
  )
}
