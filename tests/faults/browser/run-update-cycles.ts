import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseCount } from '#tests/faults/parse-count.ts'
import { buildApp } from '#tests/support/browser/build-app.ts'
import { getChromium } from '#tests/support/browser/chromium.ts'
import { formatRecord } from '#tests/support/format-record.ts'
import { runUpdateCampaign, type UpdateReport } from './update-campaign.ts'

// `npm run faults:updates -- [cycles] [seed]`: deploys two builds alternately while tabs are open, and adds a line to
// docs/faults/update-cycles.md. Exits with 1 if a tab was blank, reloaded too often, kept the old build or lost
// typed text, or if a decision was lost or doubled.

const LEDGER = resolve('docs/faults/update-cycles.md')
const NEWS_EVERY = 10 // cycles, about half a minute

const [count = '200', seed = `${new Date().toISOString().slice(0, 10)} ${process.pid}`] =
  process.argv.slice(2)
const cycles = parseCount(count)
const builds = await Promise.all([buildApp(), buildApp('next')])
const report = await runUpdateCampaign({
  seed,
  cycles,
  chromium: getChromium(),
  builds: { first: builds[0].distDir, next: builds[1].distDir },
  onCycle(cycle, findings) {
    for (const words of findings) console.log(`cycle ${cycle}: ${words}`)
    if (cycle % NEWS_EVERY === 0) console.log(`${cycle} of ${cycles} cycles`)
  },
})
for (const { remove } of builds) remove()
console.log(report)
appendFileSync(LEDGER, `${lineOf(report)}\n`)
formatRecord(LEDGER)
process.exitCode = report.findings.length > 0 ? 1 : 0

function lineOf({ findings, browser, ...figures }: UpdateReport): string {
  const cells = [
    new Date().toISOString().slice(0, 10),
    seed,
    cycles,
    figures.deploys,
    figures.tabs,
    figures.typed,
    figures.cut,
    figures.accepted,
    figures.putOff,
    figures.closed,
    figures.followed,
    figures.wentOn,
    figures.recovered,
    `${figures.saved} of ${figures.decisions}`,
    figures.effects,
    findings.length,
    browser,
  ]
  return `| ${cells.join(' | ')} |`
}
