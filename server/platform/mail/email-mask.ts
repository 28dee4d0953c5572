/**
 * Masks an e-mail address as 'a***@example.in', which its owner can recognize in a log, but which
 * nobody can use.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
