import { describePlace, openData } from './database/open-data.ts'
import { makePanCipher } from './loans/pan-cipher.ts'
import { preparePans, resealPans } from './loans/pan-sealing-service.ts'
import { replacePanKey } from './pan-key.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'
import { readPanKey } from './settings-readers.ts'
import { SetupError } from './setup-error.ts'

// npm run pan:rotate: PAN numbers from the key in force to PAN_KEY_NEW, with the servers stopped.

await runCommand(async () => {
  const settings = readSettings(process.env)
  const key = readPanKey(process.env, 'PAN_KEY_NEW')
  if (!key)
    throw new SetupError('PAN_KEY_NEW must be the new key; "openssl rand -base64 32" makes one.')
  const { db, close } = await openData(settings)
  try {
    const count = await resealPans(db, await preparePans(db, settings), makePanCipher(key))
    if (settings.panKey === null) replacePanKey(settings.dataDir, key)
    process.stdout.write(`${count} PAN numbers in ${describePlace(settings)} have the new key.\n`)
  } finally {
    await close()
  }
  if (settings.panKey !== null) process.stdout.write('Set PAN_KEY to it before the next start.\n')
})
