import { Button } from '#src/ui/form/button.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'

export interface SubmitButtonProps {
  request: { loading: boolean; retryAt: number }
  children: string
}

/** Submits an auth form. After a 429 it counts down until the next try; screen readers do not announce each second. */
export function SubmitButton({ request: { loading, retryAt }, children }: SubmitButtonProps) {
  const seconds = useSecondsUntil(retryAt)
  const isWaiting = seconds > 0
  return (
    <>
      <Button type="submit" variant="primary" busy={loading} aria-disabled={isWaiting}>
        <span className={isWaiting ? 'visually-hidden' : undefined}>{children}</span>
        {isWaiting && <span aria-hidden="true">{`Try again in ${formatWait(seconds)}`}</span>}
      </Button>
      {retryAt > 0 && (
        <p className="visually-hidden" role="status">
          {!isWaiting && 'You can try again now.'}
        </p>
      )}
    </>
  )
}

/** '42 s'; from two minutes on in minutes, rounded up: '3 min'. Like the server's messages. */
export function formatWait(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
