import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { DATABASE_FAULTS } from './database-faults.ts'
import { playEnds } from './ends-campaign.ts'
import { playFaults } from './faults-campaign.ts'
import { playProxies } from './proxies-campaign.ts'

// `npm run faults -- topology [writes] [seed]`: tests the proxies of deploy/ that are installed, and two
// server processes on one PostgreSQL behind a TLS proxy. Prints the result of
// each check and adds lines to docs/faults/topology.md and docs/faults/database-faults.md. `--fault <text>` plays only the
// database faults whose name contains the text. Exits with 1 if a check fails.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { fault: { type: 'string' } },
})
const [countText = '120', seedText] = positionals
const { fault } = values
const seed = Number(seedText ?? process.pid)
const cluster = await startPostgres({ isDurable: true })
try {
  if (fault === undefined) await playProxies(say)
  if (fault === undefined) await playEnds(cluster, { writes: Number(countText), seed, say })
  const faults = DATABASE_FAULTS.filter(({ name }) => name.includes(fault ?? ''))
  await playFaults(cluster, faults, { seed, say })
} finally {
  await cluster.close()
}

function say(what: string, holds: boolean): void {
  console.log(`${holds ? 'yes' : 'NO '}  ${what}`)
  if (!holds) process.exitCode = 1
}
