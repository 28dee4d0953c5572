import { buildApp } from '#tests/support/browser/build-app.ts'
import { getChromium } from '#tests/support/browser/chromium.ts'
import { makeSeed, readCampaignArguments, recordRun } from '#tools/faults/campaign-record.ts'
import { runUpdateCampaign } from './update-campaign.ts'

// `npm run faults -- updates [cycles] [seed]`: deploys two builds alternately while tabs are open, and adds a line to
// docs/faults/update-cycles.md. Exits with 1 if a tab was blank, reloaded too often, kept the old build or lost
// typed text, or if a decision was lost or doubled.

const NEWS_EVERY = 10 // cycles, about half a minute

const { cycles, seed = makeSeed() } = readCampaignArguments(200)
const [first, next] = await Promise.all([buildApp(), buildApp({ mark: 'next' })])
const report = await runUpdateCampaign({
  seed,
  cycles,
  chromium: getChromium(),
  builds: { first: first.distDir, next: next.distDir },
  onCycle(cycle, findings) {
    for (const words of findings) console.log(`cycle ${cycle}: ${words}`)
    if (cycle % NEWS_EVERY === 0) console.log(`${cycle} of ${cycles} cycles`)
  },
})
for (const { remove } of [first, next]) remove()
console.log(report)
recordRun('update-cycles.md', [
  seed,
  cycles,
  report.deploys,
  report.tabs,
  report.typed,
  report.cut,
  report.accepted,
  report.putOff,
  report.closed,
  report.followed,
  report.wentOn,
  report.recovered,
  `${report.saved} of ${report.decisions}`,
  report.effects,
  report.findings.length,
  report.browser,
])
process.exitCode = report.findings.length > 0 ? 1 : 0
