import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { openDeviceStorage } from '#src/app/device/device-storage.ts'

test.each([0, 1, 2, 3])(
  'a storage that is closed %d steps after its cache began to open leaves no connection open',
  async (steps) => {
    const storage = openDeviceStorage()
    const opening = storage.copies.requireOpen().catch(() => undefined)
    for (let step = 0; step < steps; step += 1) await new Promise(setImmediate)
    await storage.close()
    await opening
    // A connection that is still open would warn here, and dom-setup.ts fails a test with a warning.
    for (const name of ['cache', 'outbox']) await Dexie.delete(name)
    expect(await Dexie.getDatabaseNames()).toEqual([])
  },
)
