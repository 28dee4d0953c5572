import { buildApp } from '#tests/support/browser/build-app.ts'
import { getChromium } from '#tests/support/browser/chromium.ts'
import {
  countKind,
  makeSeed,
  readCampaignArguments,
  recordRun,
} from '#tools/faults/campaign-record.ts'
import { runKillCampaign } from './kill-campaign.ts'

// `npx tsx tools/faults/browser/run-kill-cycles.ts [cycles] [seed]`: kills a real browser in the middle of bursts of
// decisions and adds a line to docs/faults/kill-cycles.md. Exits with 1 if a decision was lost, doubled or not sent.

const NEWS_EVERY = 10 // cycles, about 20 s

const { cycles, seed = makeSeed() } = readCampaignArguments(200)
const { distDir, remove } = await buildApp()
const { stories, ...report } = await runKillCampaign({
  seed,
  cycles,
  chromium: getChromium(),
  distDir,
  onCycle(cycle, asked) {
    if (cycle % NEWS_EVERY === 0) console.log(`${cycle} of ${cycles} cycles, ${asked} decisions`)
  },
})
remove()
console.log(report)
for (const story of stories) console.log(`\n${story}`)
const { faults, findings, undrained } = report
const { none: whole = 0, ...harmed } = faults
const harmedCount = Object.values(harmed).reduce((total, count) => total + count, 0)
recordRun('kill-cycles.md', [
  seed,
  cycles,
  report.kills,
  report.asked,
  report.saved,
  report.effects,
  whole + harmedCount,
  harmedCount,
  countKind(findings, 'lost'),
  countKind(findings, 'doubled'),
  countKind(findings, 'disordered'),
  undrained === null ? 0 : 'some',
  report.isRecreated ? `yes, ${report.isLossTold ? 'told' : 'not told'}` : 'no',
  `${(report.drainMs / 1000).toFixed(1)} s`,
  report.browser,
])
process.exitCode = findings.length > 0 || undrained !== null ? 1 : 0
