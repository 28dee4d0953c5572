import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listListings } from '#tests/faults/server/market-write.ts'
import {
  countEffects,
  judgeEffects,
  judgeListings,
  type WriteFinding,
} from '#tests/faults/server/write-judge.ts'
import { startSilentProxy } from '#tests/support/network/silent-proxy.ts'
import { setOperatorEvents } from '#tests/support/server/operator-events.ts'
import type { PostgresCluster } from '#tests/support/server/postgres-cluster.ts'
import { signIn } from './check-topology.ts'
import type { DatabaseFault, FaultStage } from './database-faults.ts'
import { type AnswerFigures, findLoggedErrors, judgeAnswers } from './fault-judge.ts'
import { startFaultLoad } from './fault-load.ts'
import { startTopology, type Topology } from './two-behind-tls.ts'

// Plays a database fault while two server processes serve readers and writers.

const AFTER_MS = 15_000 // the load goes on longer than every timeout of the server, so that late refusals are counted
const EVENTS = { count: 60, textBytes: 30_000 } // the list is sent in four chunks, so a fault can cut it off

export interface FaultReport extends AnswerFigures {
  /** How many of the two processes exited. */
  lostProcesses: number
  loggedErrors: string[]
  findings: WriteFinding[]
}

export async function playFault(
  fault: DatabaseFault,
  { cluster, seed }: { cluster: PostgresCluster; seed: number },
): Promise<FaultReport> {
  const databaseUrl = await cluster.createDatabase(fault.name.replaceAll(/\W/g, '_'))
  const network = await startSilentProxy(Number(new URL(databaseUrl).port))
  const dataDir = mkdtempSync(join(tmpdir(), 'topology-fault-'))
  const topology = await startTopology({
    databaseUrl: fault.usesNetwork ? withPort(databaseUrl, network.port) : databaseUrl,
    dataDir,
    logLevel: 'warn',
  })
  try {
    await setOperatorEvents({ databaseUrl, dataDir }, EVENTS)
    const stage = { cluster, databaseUrl, network }
    return await playUnderLoad(fault, stage, { topology, dataDir, seed })
  } finally {
    await topology.close()
    await network.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function playUnderLoad(
  fault: DatabaseFault,
  stage: FaultStage,
  { topology, dataDir, seed }: { topology: Topology; dataDir: string; seed: number },
): Promise<FaultReport> {
  const { proxy, fetch } = topology
  const token = await signIn(topology)
  const listings = await listListings({ url: proxy.url, operatorToken: token, fetch })
  const load = startFaultLoad(topology, token, { listings, seed })
  await load.warmUp()
  await fault.play(stage)
  const endedAt = performance.now()
  await wait(AFTER_MS)
  await load.end()
  const all = load.writers.flatMap(({ writes }) => writes)
  const place = { databaseUrl: stage.databaseUrl, dataDir }
  const versions = new Map(listings.map(({ id, version }) => [id, version]))
  return {
    ...judgeAnswers(load, endedAt),
    lostProcesses: topology.countLost(),
    loggedErrors: findLoggedErrors(topology),
    findings: [
      ...judgeEffects(all, await countEffects(place)),
      ...(await judgeListings(all, place, versions)),
    ],
  }
}

function withPort(address: string, port: number): string {
  const url = new URL(address)
  url.port = String(port)
  return url.href
}
