// The side of the parser process: runs one job at a time, and never ends without the server but with it.

import type { FromParser, JobFunction, ParsingJob, ToParser } from './parsing-job.ts'
import { FileRefusal } from './parsing-job.ts'
import { type ResourceWatch, startWatch } from './resource-watch.ts'

const WORN_BYTES = 60_000_000 // memory that a job has not given back

/** A job with its function. */
export interface RunnableJob {
  name: string
  run: JobFunction<unknown, unknown>
}

export function runnable<Input, Part>(
  { name }: ParsingJob<Input, Part>,
  load: () => Promise<JobFunction<Input, Part>>,
): RunnableJob {
  return {
    name,
    async *run(input, requireMemory) {
      // The cast is safe: the server sends the input of the job that it names.
      yield* (await load())(input as Input, requireMemory)
    },
  }
}

/** Serves the jobs that the server sends. Call it once, in the file that the process runs. */
export async function serveJobs(jobs: readonly RunnableJob[]): Promise<void> {
  // A terminal and a service manager signal the whole group; the server finishes its requests first, and ends this
  // process then.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  const watch = await startWatch()
  const restingBytes = process.memoryUsage.rss()
  const isWorn = () => process.memoryUsage.rss() > restingBytes + WORN_BYTES
  let onNext: () => void = () => {}
  const untilNext = () =>
    new Promise<void>((resolve) => {
      onNext = resolve
    })
  process.on('message', (said: ToParser) => {
    if (said.kind === 'next') return onNext()
    void runJob(jobs, said, watch, untilNext).then((end) => {
      watch.end()
      say('isWorn' in end ? { ...end, isWorn: isWorn() } : end)
    })
  })
  say({ kind: 'ready' })
}

async function runJob(
  jobs: readonly RunnableJob[],
  { job, input, mostCpuSeconds, bytes }: Extract<ToParser, { kind: 'start' }>,
  watch: ResourceWatch,
  untilNext: () => Promise<void>,
): Promise<FromParser> {
  try {
    const found = jobs.find(({ name }) => name === job)
    if (!found) throw new Error(`There is no job ${job}.`)
    say({ kind: 'begun' })
    watch.begin({ bytes, cpuSeconds: mostCpuSeconds })
    for await (const part of found.run(input, (needed) => {
      if (needed > bytes) throw new MemoryNeed(needed)
    })) {
      say({ kind: 'part', part })
      await untilNext()
    }
    return { kind: 'end', isWorn: false }
  } catch (error) {
    return toAnswer(error)
  }
}

class MemoryNeed extends Error {
  constructor(readonly bytes: number) {
    super('This process may not use as much memory.')
  }
}

function toAnswer(error: unknown): FromParser {
  if (error instanceof MemoryNeed) return { kind: 'needs', bytes: error.bytes }
  if (isOutOfMemory(error)) return { kind: 'broken', cause: 'memory', isWorn: true }
  if (error instanceof FileRefusal)
    return { kind: 'refused', sentence: error.message, isWorn: false }
  if (isSystemError(error)) return { kind: 'failed', message: String(error) }
  return { kind: 'broken', cause: 'damaged', isWorn: false }
}

/** Libraries have no class or code for this; their messages say "out of memory" or "allocation failed". */
function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isOutOfMemory(error.cause)) return true
  return !(error instanceof FileRefusal) && /out of memory|alloc/i.test(error.message)
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function say(said: FromParser): void {
  process.send?.(said)
}
