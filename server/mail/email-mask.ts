/** Returns 'a***@example.in'. Its owner can recognize it in a log, but nobody can use it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
