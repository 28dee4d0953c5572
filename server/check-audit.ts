import { type ChainCheck, checkAuditChain } from './audit/audit-check-service.ts'
import { openDataBeside } from './database/open-data.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'

// npm run audit:check [-- <hash>]: whether the audit log is what was written, beside a server that may be running.

await runCommand(async () => {
  const [, , noted] = process.argv
  if (noted !== undefined && !/^[0-9a-f]{64}$/.test(noted))
    throw new SetupError('A hash that was noted has 64 hexadecimal characters.')
  const { db, close } = openDataBeside(readSettings(process.env))
  try {
    const check = await checkAuditChain(db, noted ?? null)
    if (check.kind !== 'whole') throw new SetupError(tellBroken(check))
    process.stdout.write(`${tellWhole(check, noted !== undefined)}\n`)
  } finally {
    await close()
  }
})

function tellWhole({ rows, lastHash }: ChainCheck & { kind: 'whole' }, isNoted: boolean): string {
  if (lastHash === null) return 'The audit log is whole: it has no rows yet.'
  const noted = isNoted ? ' with the noted hash among them' : ''
  return `The audit log is whole: ${countRows(rows)}${noted}, the last hash is ${lastHash}.`
}

function tellBroken(check: Exclude<ChainCheck, { kind: 'whole' }>): string {
  if (check.kind === 'rewritten')
    return `The audit log was cut off or written anew: ${countRows(check.rows)}, and none has the noted hash.`
  const { id, action, entity, entity_id: entityId, at } = check.row
  const row = `row ${id} (${action}, ${entity} ${entityId}, ${at})`
  return `The audit log is not whole: ${row} does not fit. It was changed, or a row before it was changed or taken out.`
}

function countRows(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`
}
