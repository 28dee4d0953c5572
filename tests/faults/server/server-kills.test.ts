// @module-tag long
import { expect, test } from 'vitest'
import { runServerKills } from '#tools/faults/server/kill-server-campaign.ts'

// `npm run faults -- server-kills` performs many more kills, on both databases.
test('after a kill of the server while eight clients write, it has each acknowledged write exactly once', async () => {
  const report = await runServerKills({ seed: 4, cycles: 1, databaseUrl: null })
  expect(report).toMatchObject({ findings: [], kills: 1 })
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.unanswered).toBeGreaterThan(0)
})
