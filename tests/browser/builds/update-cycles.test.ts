import { expect, inject, test } from 'vitest'
import { getNextBuild } from '#tests/support/browser/next-build.ts'
import { runUpdateCampaign } from '#tools/faults/browser/update-campaign.ts'

// While tabs are open, each deploy replaces one of two builds by the other, and deletes all files of the replaced one.

const CYCLES = 5 // `npm run faults -- updates` runs hundreds
const LONGEST_MS = 240_000 // allows for other tests that run on the same two cores

test('an open tab survives deploys and rollbacks: it shows the app, reloads only when asked, gets each new build and keeps its text', {
  tags: ['long'],
  timeout: LONGEST_MS,
}, async () => {
  const report = await runUpdateCampaign({
    seed: 'npm test',
    cycles: CYCLES,
    chromium: inject('chromium'),
    builds: { first: inject('distDir'), next: await getNextBuild() },
  })
  expect(report.findings).toEqual([])
  // Confirms that tabs were open, that some had typed text, and that new builds reached them.
  expect(report.deploys).toBeGreaterThanOrEqual(CYCLES)
  expect(report.tabs).toBeGreaterThan(CYCLES)
  expect(report.typed).toBeGreaterThan(0)
  expect(report.accepted).toBeGreaterThan(0)
  expect(report.saved).toBeGreaterThan(0)
})
