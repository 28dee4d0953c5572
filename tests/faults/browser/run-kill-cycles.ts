import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseCount } from '#tests/faults/parse-count.ts'
import { buildApp } from '#tests/support/browser/build-app.ts'
import { getChromium } from '#tests/support/browser/chromium.ts'
import { formatRecord } from '#tests/support/format-record.ts'
import type { Finding } from './intent-model.ts'
import { type CampaignReport, runKillCampaign } from './kill-campaign.ts'

// `npx tsx tests/faults/browser/run-kill-cycles.ts [cycles] [seed]`: kills a real browser in the middle of bursts of
// decisions and adds a line to docs/faults/kill-cycles.md. Exits with 1 if a decision was lost, doubled or not sent.

const LEDGER = resolve('docs/faults/kill-cycles.md')
const NEWS_EVERY = 10 // cycles, about 20 s

const [count = '200', seed = `${new Date().toISOString().slice(0, 10)} ${process.pid}`] =
  process.argv.slice(2)
const cycles = parseCount(count)
const { distDir, remove } = await buildApp()
const report = await runKillCampaign({
  seed,
  cycles,
  chromium: getChromium(),
  distDir,
  onCycle(cycle, asked) {
    if (cycle % NEWS_EVERY === 0) console.log(`${cycle} of ${cycles} cycles, ${asked} decisions`)
  },
})
remove()
const { stories, ...figuresOfAll } = report
console.log(figuresOfAll)
for (const story of stories) console.log(`\n${story}`)
appendFileSync(LEDGER, `${lineOf(report)}\n`)
formatRecord(LEDGER)
process.exitCode = report.findings.length > 0 || report.undrained !== null ? 1 : 0

function lineOf({ faults, findings, ...figures }: CampaignReport): string {
  const { none: whole = 0, ...harmed } = faults
  const count = (kind: Finding['kind']) => findings.filter((found) => found.kind === kind).length
  const cells = [
    new Date().toISOString().slice(0, 10),
    seed,
    cycles,
    figures.kills,
    figures.asked,
    figures.saved,
    figures.effects,
    whole + sum(Object.values(harmed)),
    sum(Object.values(harmed)),
    count('lost'),
    count('doubled'),
    count('disordered'),
    figures.undrained === null ? 0 : 'some',
    figures.isRecreated ? `yes, ${figures.isLossTold ? 'told' : 'not told'}` : 'no',
    `${(figures.drainMs / 1000).toFixed(1)} s`,
    figures.browser,
  ]
  return `| ${cells.join(' | ')} |`
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
