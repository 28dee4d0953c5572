import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunnableJob, runnable, serveJobs } from '#server/platform/parsing/job-runner.ts'
import type { ParsingJob } from '#server/platform/parsing/parsing-service.ts'
import {
  ABORT,
  COUNT_UP,
  EXIT,
  FILL_AT_ONCE,
  FILL_BUFFERS,
  FILL_HEAP,
  HANG,
  MEET,
  MISS_FILE,
  READ_ENVIRONMENT,
  SPIN,
  SPIN_LONG,
  THROW,
  VISIT,
} from './odd-jobs.ts'

// The program of a parser process that runs odd-jobs.ts.

const MEGABYTE = 1_000_000

await serveJobs([
  runnable(VISIT, async () => visit),
  runnable(MEET, async () => meet),
  runnable(COUNT_UP, async () => countUp),
  runnable(READ_ENVIRONMENT, async () => listNames),
  fails(FILL_HEAP, () => fill(() => Array.from({ length: 10_000 }, (_, nth) => `${nth}`))),
  fails(FILL_BUFFERS, () => fill(() => Buffer.alloc(5 * MEGABYTE, 1))),
  fails(FILL_AT_ONCE, () => fill(() => Buffer.alloc(2_000 * MEGABYTE, 1))),
  fails(SPIN, spin),
  fails(SPIN_LONG, spin),
  fails(HANG, () => new Promise<never>(() => undefined)),
  fails(ABORT, () => process.abort()),
  fails(EXIT, () => process.exit()),
  fails(MISS_FILE, () => readFile('/nowhere/photo').then(spin)),
  fails(THROW, () => {
    throw new TypeError('a library was surprised')
  }),
])

function fails(job: ParsingJob<null, never>, work: () => Promise<never> | never): RunnableJob {
  return runnable(
    job,
    async () =>
      async function* () {
        yield await work()
      },
  )
}

async function* visit(
  { ms = 0, needs = 0 }: { ms?: number; needs?: number },
  requireMemory: (bytes: number) => void,
) {
  requireMemory(needs)
  const startedAt = Date.now()
  await wait(ms)
  yield { pid: process.pid, startedAt, endedAt: Date.now() }
}

async function* meet(
  { folder, needs }: { folder: string; needs: number },
  requireMemory: (bytes: number) => void,
) {
  requireMemory(needs)
  await writeFile(join(folder, String(process.pid)), '')
  while ((await readdir(folder)).length < 2) await wait(10)
  yield true
}

async function* countUp({ to }: { to: number }) {
  for (let number = 1; number <= to; number += 1) yield number
}

async function* listNames() {
  yield Object.keys(process.env)
}

function fill<Kept>(make: () => Kept): never {
  const kept: Kept[] = []
  for (;;) kept.push(make())
}

function spin(): never {
  for (;;);
}
