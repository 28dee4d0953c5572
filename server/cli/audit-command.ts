import { Command } from 'commander'
import { type ChainCheck, checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { countNoun } from '#src/domain/money.ts'

export function auditCommand(): Command {
  return new Command('audit')
    .description('Says whether the audit log is as it was written; a server may be running')
    .argument('[hash]', 'a last hash that was noted earlier, which must still be in the log')
    .action(checkAudit)
}

async function checkAudit(noted: string | undefined): Promise<void> {
  if (noted !== undefined && !/^[0-9a-f]{64}$/.test(noted))
    throw new SetupError('A hash that was noted has 64 hexadecimal characters.')
  const { db, close } = await openDataUnlocked(readSettings(process.env))
  try {
    const check = await checkAuditChain(db, noted ?? null)
    if (check.kind !== 'whole') throw new SetupError(describeBroken(check))
    process.stdout.write(`${describeWhole(check, noted !== undefined)}\n`)
  } finally {
    await close()
  }
}

function describeWhole(
  { rows, lastHash }: ChainCheck & { kind: 'whole' },
  isNoted: boolean,
): string {
  if (lastHash === null) return 'The audit log is whole: it has no rows yet.'
  const noted = isNoted ? ' with the noted hash among them' : ''
  return `The audit log is whole: ${countNoun(rows, 'row')}${noted}, the last hash is ${lastHash}.`
}

function describeBroken(check: Exclude<ChainCheck, { kind: 'whole' }>): string {
  if (check.kind === 'rewritten')
    return `The audit log was cut off or written anew: ${countNoun(check.rows, 'row')}, and none has the noted hash.`
  const { id, action, entity, entity_id: entityId, at } = check.row
  const row = `row ${id} (${action}, ${entity} ${entityId}, ${at})`
  return `The audit log is not whole: ${row} does not fit. It was changed, or a row before it was changed or taken out.`
}
