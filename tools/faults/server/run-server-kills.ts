import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { median } from '#tools/bench/figures.ts'
import { countKind, readCampaignArguments, recordRun } from '#tools/faults/campaign-record.ts'
import { runServerKills } from './kill-server-campaign.ts'

// `npm run faults -- server-kills [cycles] [seed]`: kills the server in the middle of writes, on each database, and adds two
// lines to docs/faults/server-kills.md. Exits with 1 if a write was lost, doubled or altered.

const NEWS_EVERY = 10 // cycles

const { cycles, seed = process.pid } = readCampaignArguments(50)
const cluster = await startPostgres({ isDurable: true })
try {
  await play('embedded', null)
  await play('PostgreSQL', await cluster.createDatabase('marketplace'))
} finally {
  await cluster.close()
}

async function play(database: string, databaseUrl: string | null): Promise<void> {
  const report = await runServerKills({
    seed: Number(seed),
    cycles,
    databaseUrl,
    onCycle(cycle, acknowledged) {
      if (cycle % NEWS_EVERY === 0)
        console.log(`${database}: ${cycle} of ${cycles} cycles, ${acknowledged} writes`)
    },
  })
  const { findings } = report
  for (const { kind, what } of findings) console.log(`${kind}: ${what}`)
  if (findings.length > 0) process.exitCode = 1
  recordRun('server-kills.md', [
    seed,
    database,
    report.kills,
    report.killsAtStart,
    report.acknowledged,
    report.unanswered,
    report.unansweredDone,
    countKind(findings, 'lost'),
    countKind(findings, 'doubled'),
    countKind(findings, 'altered'),
    `${(median(report.startsMs) / 1000).toFixed(1)} s`,
  ])
}
