import type { RestoredAccess } from '#server/operations/restored-access-service.ts'
import { groupIndian } from '#src/domain/money.ts'

/** What a restore ended, and what an owner looks at after it, a line each. */
export function describeAccess({ keys, webhooks, team, passkeys }: RestoredAccess): string {
  const people = team.map(({ email, role }) => `  ${role.padEnd(10)}${email}\n`)
  const ways = passkeys.map(
    ({ email, name, createdAt }) => `  ${email}: ${name}, added ${createdAt.slice(0, 10)}\n`,
  )
  return [
    `API keys ended: ${groupIndian(keys)}. Create new ones on the page Import and API.\n`,
    `Webhooks paused: ${groupIndian(webhooks)}. Resume or delete each on the page Import and API.\n`,
    'These people on the team can sign in, also if they were suspended after the backup. Suspend them on the page Team, which lists all of this until an owner has looked at it:\n',
    ...people,
    'These passkeys of the team work, also if they were removed after the backup. Remove them on the page Team:\n',
    ...(ways.length > 0 ? ways : ['  none\n']),
  ].join('')
}
