/** 'a***@example.in': enough to recognise one's own address in a log, too little to use it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
