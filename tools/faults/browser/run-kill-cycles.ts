import { buildApp } from '#tests/support/browser/build-app.ts'
import { getChromium } from '#tests/support/browser/chromium.ts'
import {
  countKind,
  makeSeed,
  readCampaignArguments,
  recordRun,
} from '#tools/faults/campaign-record.ts'
import { runKillCampaign } from './kill-campaign.ts'

// `npx tsx tools/faults/browser/run-kill-cycles.ts [cycles] [seed]`: kills real browsers in the middle of bursts of
// decisions and of postings, and adds a line to docs/faults/kill-cycles.md. Exits with 1 if one was lost, doubled or not sent.

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
console.dir(report, { depth: null })
for (const story of stories) console.log(`\n${story}`)
const { faults, undrained, postings } = report
const findings = [...report.findings, ...postings.findings]
const isLeft = undrained !== null || postings.left.length > 0
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
  isLeft ? 'some' : 0,
  report.isRecreated ? `yes, ${report.isLossTold ? 'told' : 'not told'}` : 'no',
  `${(report.drainMs / 1000).toFixed(1)} s`,
  report.browser,
  postings.kills,
  postings.asked,
  postings.saved,
  postings.posted,
])
process.exitCode = findings.length > 0 || isLeft ? 1 : 0
