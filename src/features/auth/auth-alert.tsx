import { TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface AuthAlertProps {
  error: string | null
  /** Why no response came. */
  note?: string | null
  /** A control with which the person can resolve the error. */
  action?: ReactNode
}

/** The form-level error, above the form. */
export function AuthAlert({ error, note, action }: AuthAlertProps) {
  if (error === null) return null
  return (
    <div className="auth-error" role="alert">
      <TriangleAlertIcon size={16} />
      <div>
        <p>{error}</p>
        {note && <p>{note}</p>}
        {action && <p>{action}</p>}
      </div>
    </div>
  )
}

/** The message that the device is offline or the server unreachable. `doing` names the action, such as 'Signing in'. */
export function connectionSentence(doing: string): string {
  return navigator.onLine
    ? `The server cannot be reached. ${doing} needs a connection.`
    : `This device is offline. ${doing} needs a connection.`
}

/** The error; null if one of the fields `names` already shows the same message. */
export function errorAbove(
  { error, fields }: { error: string | null; fields: Readonly<Record<string, string>> },
  names: readonly string[],
): string | null {
  return names.some((name) => fields[name] === error) ? null : error
}
