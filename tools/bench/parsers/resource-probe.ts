import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '#tools/bench/figures.ts'

// Watches a server in a process of its own, because the bench sends large files meanwhile: the resident memory of the
// server and its children, and how fast /api/healthz answers. Prints both on SIGTERM. Kills a server that would take the
// memory of the whole machine.

const EVERY_MS = 20
const PAGE_BYTES = 4_096
const MOST_BYTES = 3_000_000_000

export interface Watched {
  peakMb: number
  healthP99Ms: number
  healthMostMs: number
}

const [pid = 0, url = ''] = [Number(process.argv[2]), process.argv[3]]
let peakBytes = 0
const times: number[] = []

process.on('SIGTERM', () => {
  const watched: Watched = {
    peakMb: peakBytes / 1_000_000,
    healthP99Ms: percentile(times, 0.99),
    healthMostMs: Math.max(...times),
  }
  process.stdout.write(`${JSON.stringify(watched)}\n`, () => process.exit())
})
setInterval(() => {
  const bytes = sumBytes(pid)
  peakBytes = Math.max(peakBytes, bytes)
  if (bytes > MOST_BYTES) process.kill(pid, 'SIGKILL')
}, EVERY_MS)
process.stdout.write('watching\n')
for (;;) {
  const askedAt = performance.now()
  await fetch(`${url}/api/healthz`).then(
    (answer) => answer.text(),
    () => undefined, // the server has been killed
  )
  times.push(performance.now() - askedAt)
  await wait(EVERY_MS)
}

function sumBytes(of: number): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${of}/statm`, 'utf8').split(' ')
    const children = readFileSync(`/proc/${of}/task/${of}/children`, 'utf8').split(' ')
    const others = children.filter((child) => child !== '').map((child) => sumBytes(Number(child)))
    return others.reduce((sum, bytes) => sum + bytes, Number(pages) * PAGE_BYTES)
  } catch {
    return 0 // it has ended
  }
}
