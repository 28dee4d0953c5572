import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type PostgresCluster, startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { ALERT_PLAYS, type AlertPlay } from './alert-plays.ts'
import { findDifference, hasPromtool } from './alert-rules.ts'
import { openStage } from './alert-stage.ts'

// `npm run faults -- alerts`: starts a server for each play, scrapes its metrics, and evaluates deploy/alerts.yaml with the engine
// of Prometheus (`promtool`, in the PATH). `--only <text>` plays those whose name contains the text. Exits with 1 if
// another set of alerts fires than the play names.

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

if (hasPromtool()) await playAll()
else
  console.log(
    'skipped: promtool is not installed. It comes with Prometheus; on Debian: apt-get install prometheus',
  )

async function playAll(): Promise<void> {
  const cluster = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'played-'))
  try {
    for (const play of ALERT_PLAYS.filter(({ what }) => what.includes(values.only)))
      await playOne(play, cluster, folder)
  } finally {
    rmSync(folder, { recursive: true })
    await cluster.close()
  }
}

async function playOne(play: AlertPlay, cluster: PostgresCluster, folder: string): Promise<void> {
  const { what, isOnPostgres = false, fires, env = {}, prepare, isOnSmallDisk } = play
  const name = `${isOnPostgres ? 'PostgreSQL' : 'SQLite'}, ${what}: ${fires.join(', ') || 'none'}`
  if (isOnSmallDisk && process.getuid?.() !== 0) {
    console.log(`skipped: ${name} (only the superuser may mount a small disk)`)
    return
  }
  const place = { cluster: isOnPostgres ? cluster : null, isOnSmallDisk }
  const stage = await openStage({ ...place, env, prepare })
  try {
    await play.play(stage)
  } finally {
    await stage.close()
  }
  const difference = findDifference(stage.frames, fires, folder)
  console.log(`${difference === null ? 'yes' : 'NO '}  ${name}`)
  if (difference === null) return
  console.log(difference)
  process.exitCode = 1
}
