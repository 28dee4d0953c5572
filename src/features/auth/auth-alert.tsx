import { TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface AuthAlertProps {
  error: string | null
  /** Why nothing answered. */
  note?: string | null
  /** What can be done about it. */
  action?: ReactNode
}

/** What went wrong with the whole form, above it. */
export function AuthAlert({ error, note, action }: AuthAlertProps) {
  if (error === null) return null
  return (
    <div className="entry-error" role="alert">
      <TriangleAlertIcon size={16} />
      <div>
        <p>{error}</p>
        {note && <p>{note}</p>}
        {action && <p>{action}</p>}
      </div>
    </div>
  )
}

/** Why nothing answered, as far as the device knows. `doing` is what needs the connection, such as 'Signing in'. */
export function connectionSentence(doing: string): string {
  return navigator.onLine
    ? `The server cannot be reached. ${doing} needs a connection.`
    : `This device is offline. ${doing} needs a connection.`
}

/** The error, unless the same sentence stands beside one of these fields. */
export function errorAbove(
  { error, fields }: { error: string | null; fields: Readonly<Record<string, string>> },
  names: readonly string[],
): string | null {
  return names.some((name) => fields[name] === error) ? null : error
}
