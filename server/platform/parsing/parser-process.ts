// One parser process, seen from the server: runs jobs in it, and turns whatever becomes of it into an answer.

import { type Death, type ParserChannel, spawnParser } from './parser-spawn.ts'
import type { FromParser, ParsingJob } from './parsing-job.ts'
import { FileRefusal } from './parsing-job.ts'
import { TOO_LARGE, TOO_SLOW } from './resource-watch.ts'

const START_MS = 60_000 // 0.2 s from the build; a busy machine, or sources that must be compiled first, take longer
const WALL_FACTOR = 3 // a busy machine gives a process a third of a core

/** The file does not fit into the memory that this process may use. */
export class MoreMemoryNeeded extends Error {
  constructor(readonly bytes: number) {
    super('The file needs more memory.')
  }
}

/** The parser process did not start, or its disk failed: the file is not to blame. */
export class ParserFailure extends Error {
  override name = 'ParserFailure'
}

export interface ParserProcess {
  /** What a job may use of memory here. */
  bytes: number
  /** Runs one job at a time. @throws FileRefusal, MoreMemoryNeeded, ParserFailure */
  run<Input, Part>(job: ParsingJob<Input, Part>, input: Input): AsyncGenerator<Part, void, void>
  /** False once the process has ended, or should be ended before the next job. */
  isUsable(): boolean
  end(): void
  ended: Promise<unknown>
}

/** Starts a process. `program` are the arguments of Node; `bytes` is the memory that a job may use. */
export function startParser(program: readonly string[], bytes: number): ParserProcess {
  const channel = spawnParser(program, bytes)
  let isOver = false
  let isStarted = false
  const end = () => {
    isOver = true
    channel.kill()
  }
  void channel.ended.then(() => {
    isOver = true
  })
  return {
    bytes,
    end,
    ended: channel.ended,
    isUsable: () => !isOver,
    async *run(job, input) {
      channel.hold(true)
      let isFinished = false
      try {
        if (!isStarted) await waitForStart(channel)
        isStarted = true
        const last = yield* work(channel, { job, input, bytes })
        isFinished = isHealthyAfter(last)
        requireEnd(job, last)
      } finally {
        channel.hold(false)
        if (!isFinished) end()
      }
    },
  }
}

async function waitForStart(channel: ParserChannel): Promise<void> {
  const said = await channel.hear(START_MS)
  if (said?.kind === 'ready') return
  const why = said?.kind === 'died' ? said.stderr : 'It took too long.'
  throw new ParserFailure(`A parser process did not start. ${why}`)
}

type Slow = { kind: 'slow' }
type Last = Exclude<FromParser, { kind: 'part' }> | Death | Slow

/** Yields the parts of the result. Returns what the process said last. */
async function* work<Input, Part>(
  channel: ParserChannel,
  { job, input, bytes }: { job: ParsingJob<Input, Part>; input: Input; bytes: number },
): AsyncGenerator<Part, Last, void> {
  const { name, mostCpuSeconds } = job
  channel.send({ kind: 'start', job: name, input, mostCpuSeconds, bytes })
  const begun = await channel.hear(START_MS)
  if (begun?.kind !== 'begun') throw new ParserFailure('A parser process did not take its job.')
  for (let leftMs = mostCpuSeconds * WALL_FACTOR * 1_000; ; channel.send({ kind: 'next' })) {
    const askedAt = performance.now()
    const said = await channel.hear(leftMs)
    leftMs -= performance.now() - askedAt
    if (said === null) return { kind: 'slow' }
    if (said.kind !== 'part') return said
    // The cast is safe: the function of the job made it.
    yield said.part as Part
  }
}

/** Whether the process can take another job. */
function isHealthyAfter(last: Last): boolean {
  if (last.kind === 'died' || last.kind === 'slow') return false
  return !('isWorn' in last && last.isWorn)
}

/** @throws FileRefusal, MoreMemoryNeeded, ParserFailure unless the job came to its end */
function requireEnd({ sentences }: ParsingJob<never, unknown>, last: Last): void {
  switch (last.kind) {
    case 'end':
      return
    case 'refused':
      throw new FileRefusal(last.sentence)
    case 'needs':
      throw new MoreMemoryNeeded(last.bytes)
    case 'slow':
      throw new FileRefusal(sentences.tooSlow)
    case 'broken':
      throw new FileRefusal(last.cause === 'memory' ? sentences.tooLarge : sentences.damaged)
    case 'died':
      throw new FileRefusal(sentences[causeOf(last)])
    default:
      throw new ParserFailure(
        last.kind === 'failed' ? last.message : 'A parser process is confused.',
      )
  }
}

function causeOf({ signal, stderr }: Death): 'tooLarge' | 'tooSlow' | 'damaged' {
  if (signal === TOO_SLOW) return 'tooSlow'
  if (signal === TOO_LARGE) return 'tooLarge'
  return /memory|alloc/i.test(stderr) ? 'tooLarge' : 'damaged'
}
