import type { OperatorSignIn } from '#server/accounts/sign-in/operator-account-service.ts'
import type { DemoSignIn } from '#server/demo/demo-seeding.ts'
import { isLoopback } from '#server/platform/config/loopback-host.ts'
import { isPasswordShort, type ServerSettings } from '#server/platform/config/server-settings.ts'

type ShownOperator = Pick<OperatorSignIn, 'email' | 'newPassword' | 'isPasswordNewer' | 'isUnused'>

const UNUSED =
  'Warning: ADMIN_EMAIL names nobody on the team, so ADMIN_EMAIL and ADMIN_PASSWORD are not used. Set ADMIN_EMAIL to the address of an owner, or add that address: npm run manage -- staff add.'

/**
 * The message at the start: URLs, the operator's sign-in and, if this start created the demo, the
 * sign-in of its end user.
 */
export function describeStart(
  { host, adminPassword, smtpUrl, metricsHost }: ServerSettings,
  {
    port,
    publicUrl,
    metricsPort = null,
    operator,
    demoUser,
  }: {
    port: number
    publicUrl: string
    metricsPort?: number | null
    operator: ShownOperator
    demoUser: DemoSignIn | null
  },
  what: 'marketplace' | 'API',
): string {
  const lines = [
    `The ${what} runs at http://${showHost(host)}:${port}`,
    `Public address: ${publicUrl}`,
    describeOperator(operator, adminPassword).trimEnd(),
  ]
  if (metricsPort !== null)
    lines.push(`Metrics: http://${showHost(metricsHost)}:${metricsPort}/metrics`)
  if (smtpUrl === null) lines.push('One-time codes stand in this log: SMTP_URL is not set.')
  if (adminPassword !== null && isPasswordShort(adminPassword))
    lines.push('Warning: ADMIN_PASSWORD is short; a server that others can open refuses it.')
  if (!isLoopback(host))
    lines.push('Note: phones keep working offline only over HTTPS; put a proxy with TLS in front.')
  return `${lines.join('\n')}\n${demoUser ? describeDemoUser(demoUser) : ''}`
}

/** The sign-in of the operator, whose generated password is shown once. */
export function describeOperator(operator: ShownOperator, adminPassword: string | null): string {
  const password = describePassword(operator, operator.isUnused ? null : adminPassword)
  const unused = operator.isUnused ? `${UNUSED}\n` : ''
  return `Operator's e-mail:  ${operator.email}\nOperator's password: ${password}\n${unused}`
}

/** The sign-in for the end users' side of a demo that was just created. */
export function describeDemoUser({ email, newPassword }: DemoSignIn): string {
  return `Demo user's e-mail:  ${email}\nDemo user's password: ${newPassword}  (shown this once)\n`
}

function showHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function describePassword(
  { newPassword, isPasswordNewer }: Pick<OperatorSignIn, 'newPassword' | 'isPasswordNewer'>,
  configured: string | null,
): string {
  if (newPassword) return `${newPassword}  (shown this once)`
  if (isPasswordNewer) return 'set after ADMIN_PASSWORD, which is older and not used'
  if (configured !== null) return 'as set in ADMIN_PASSWORD'
  return 'unchanged; "npm run manage -- password" makes a new one'
}
