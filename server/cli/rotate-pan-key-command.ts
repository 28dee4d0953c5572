import type { Command } from 'commander'
import { resealPans, tryReseal } from '#server/loans/pan-sealing-service.ts'
import { replacePanKey } from '#server/platform/config/pan-key.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { readPanKey } from '#server/platform/config/settings-readers.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import {
  describeDataPlace,
  openData,
  openDataUnlocked,
} from '#server/platform/database/open-data.ts'
import { groupIndian } from '#src/domain/money.ts'
import { requireConfirmation } from './confirmation.ts'
import { makeProgressLine } from './progress-line.ts'
import { type DestructiveOptions, makeDestructiveCommand } from './writing-command.ts'

export function rotatePanKeyCommand(): Command {
  return makeDestructiveCommand('rotate-pan-key')
    .description('Encrypts the PAN numbers with the key in PAN_KEY_NEW, with the servers stopped')
    .action(rotate)
}

async function rotate({ dryRun, yes }: DestructiveOptions): Promise<void> {
  const settings = readSettings(process.env)
  const key = readPanKey(process.env, 'PAN_KEY_NEW')
  if (!key)
    throw new SetupError('PAN_KEY_NEW must be the new key; "openssl rand -base64 32" makes one.')
  const place = describeDataPlace(settings)
  // Ask before opening the data, because opening already writes to it.
  if (!dryRun)
    await requireConfirmation(`Encrypt the PAN numbers in ${place} with PAN_KEY_NEW?`, yes)
  const { db, close } = dryRun ? await openDataUnlocked(settings) : await openData(settings)
  try {
    if (dryRun) {
      const count = await tryReseal(db, settings, key, makeProgressLine())
      process.stdout.write(`${groupIndian(count)} PAN numbers in ${place} would get the new key.\n`)
      return
    }
    const { count, fingerprints } = await resealPans(db, settings, key, makeProgressLine())
    const { before, now } = fingerprints
    const kept = settings.panKey === null ? replacePanKey(settings.dataDir, key, before) : null
    process.stdout.write(
      `${groupIndian(count)} PAN numbers in ${place} have the new key, with the fingerprint ${now}.\nBackups made before now need the earlier key ${before}. ${kept ? `It is in ${kept}: copy it to where you keep keys` : 'Keep that PAN_KEY'} until the last of these backups is deleted.\n`,
    )
  } finally {
    await close()
  }
  if (settings.panKey !== null) process.stdout.write('Set PAN_KEY to it before the next start.\n')
}
