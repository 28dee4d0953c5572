import { Command } from 'commander'
import {
  addStaff,
  changeRole,
  listTeam,
  requireStaffByEmail,
  type StaffChange,
  suspendStaff,
  unsuspendStaff,
} from '#server/accounts/team/staff-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'
import { requireConfirmation } from './confirmation.ts'
import {
  type DestructiveOptions,
  makeDestructiveCommand,
  makeWritingCommand,
} from './writing-command.ts'

type Data = Awaited<ReturnType<typeof openDataUnlocked>>['db']

const EMAIL_SAYS = 'the e-mail address of the person'
const ROLE_SAYS = `one of ${STAFF_ROLES.join(', ')}`

export function staffCommand(): Command {
  return new Command('staff')
    .description(
      'Looks after the team: who may use the panel, and in which role; a server may be running',
    )
    .addCommand(new Command('list').description('Lists everyone on the team').action(list))
    .addCommand(
      makeWritingCommand('add')
        .description('Adds a person and prints the password once')
        .argument('<email>', EMAIL_SAYS)
        .argument('<role>', ROLE_SAYS)
        .argument('<name...>', 'the name that others see')
        .action(add),
    )
    .addCommand(
      makeWritingCommand('role')
        .description('Gives a person another role')
        .argument('<email>', EMAIL_SAYS)
        .argument('<role>', ROLE_SAYS)
        .action(setRole),
    )
    .addCommand(
      makeDestructiveCommand('suspend')
        .description('Signs a person out everywhere and refuses to sign them in')
        .argument('<email>', EMAIL_SAYS)
        .action(suspend),
    )
    .addCommand(
      makeWritingCommand('unsuspend')
        .description('Lets a suspended person sign in again')
        .argument('<email>', EMAIL_SAYS)
        .action(unsuspend),
    )
}

async function list(): Promise<void> {
  await onTeam(async (db) => {
    for (const { email, fullName, role, suspendedAt } of await listTeam(db))
      say(
        `${role.padEnd(10)}${email}  ${fullName ?? ''}${suspendedAt === null ? '' : '  suspended'}`,
      )
  })
}

async function add(
  email: string,
  role: string,
  name: string[],
  { dryRun }: DestructiveOptions,
): Promise<void> {
  const person = {
    email: email.trim().toLowerCase(),
    fullName: name.join(' '),
    role: readRole(role),
  }
  if (!/^\S+@\S+$/.test(person.email)) throw new SetupError(`${email} is not an e-mail address.`)
  if (dryRun) return say(`${person.email} would join the team as ${person.role}.`)
  await onTeam(async (db, by) => {
    const { newPassword } = await addStaff(makeWrite(db), person, by)
    say(`E-mail:    ${person.email}\nPassword:  ${newPassword}`)
  })
}

async function setRole(email: string, role: string, { dryRun }: DestructiveOptions): Promise<void> {
  const wanted = readRole(role)
  await onTeam(async (db, by) => {
    const { id, role: before } = await requireStaffByEmail(db, email)
    if (dryRun) return say(`${email} would be ${wanted} instead of ${before}.`)
    await changeRole({ write: makeWrite(db), parts: PERSONAL_PARTS }, id, wanted, by)
    say(`${email} is ${wanted}.`)
  })
}

async function suspend(email: string, { dryRun, yes }: DestructiveOptions): Promise<void> {
  await onTeam(async (db, by) => {
    const { id } = await requireStaffByEmail(db, email)
    if (dryRun) return say(`${email} would be suspended, and signed out everywhere.`)
    await requireConfirmation(`Suspend ${email}, and sign every device out?`, yes)
    await suspendStaff({ write: makeWrite(db), parts: PERSONAL_PARTS }, id, by)
    say(`${email} is suspended, and signed out everywhere.`)
  })
}

async function unsuspend(email: string, { dryRun }: DestructiveOptions): Promise<void> {
  await onTeam(async (db, by) => {
    const { id } = await requireStaffByEmail(db, email)
    if (dryRun) return say(`${email} could sign in again.`)
    await unsuspendStaff({ write: makeWrite(db) }, id, by)
    say(`${email} can sign in again.`)
  })
}

async function onTeam(work: (db: Data, by: StaffChange) => Promise<void>): Promise<void> {
  const { db, close } = await openDataUnlocked(readSettings(process.env))
  try {
    await work(db, { actorId: null, deviceLabel: 'Command line', now: new Date() })
  } catch (error) {
    // The message of a refusal is written for people, so print the message alone, without a stack.
    throw error instanceof ServerError ? new SetupError(error.message) : error
  } finally {
    await close()
  }
}

function readRole(role: string): StaffRole {
  const known = STAFF_ROLES.find((one) => one === role)
  if (!known) throw new SetupError(`There is no role ${role}: take ${ROLE_SAYS}.`)
  return known
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
