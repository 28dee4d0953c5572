import { expect, inject, test } from 'vitest'
import { runUpdateCampaign } from '#tests/faults/browser/update-campaign.ts'

// Two builds take turns on the server before open tabs, and no file of the other is left.

const CYCLES = 5 // `npm run faults:updates` plays hundreds
const LONGEST_MS = 240_000 // beside other tests on two cores

test('deployed and rolled back before open tabs: none is blank, reloaded unasked, left behind, or loses what was typed', {
  tags: ['long'],
  timeout: LONGEST_MS,
}, async () => {
  const report = await runUpdateCampaign({
    seed: 'npm test',
    cycles: CYCLES,
    chromium: inject('chromium'),
    builds: { first: inject('distDir'), next: inject('nextDistDir') },
  })
  expect(report.findings).toEqual([])
  // It did happen: tabs were open, something was typed in some, and the new build came to them.
  expect(report.deploys).toBeGreaterThanOrEqual(CYCLES)
  expect(report.tabs).toBeGreaterThan(CYCLES)
  expect(report.typed).toBeGreaterThan(0)
  expect(report.accepted).toBeGreaterThan(0)
  expect(report.saved).toBeGreaterThan(0)
})
