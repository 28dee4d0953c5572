// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runServerKills } from './kill-server-campaign.ts'

// `npm run faults:server-kills` performs many more kills, on both databases.
test('after a kill of the server while eight clients write, it has each acknowledged write exactly once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-kills-'))
  const report = await runServerKills({ seed: 4, cycles: 1, dataDir, databaseUrl: null })
  rmSync(dataDir, { recursive: true })
  expect(report.findings).toEqual([])
  expect(report).toMatchObject({ kills: 1 })
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.unanswered).toBeGreaterThan(0)
})
