// One parser process, seen from the server. Its memory is limited three times: by the system (`ulimit -d`, which counts
// what native libraries allocate), by V8's heap limit, and by the watch inside of it (resource-watch.ts).

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { PROJECT_DIR } from '#server/config/app-folders.ts'
import { FileRefusal } from './file-refusal.ts'
import type { FromParser, ParsingJob, ToParser } from './parsing-job.ts'
import { TOO_LARGE, TOO_SLOW } from './resource-watch.ts'

const START_MS = 60_000 // 0.2 s from the build; a busy machine, or sources that must be compiled first, take longer
const WALL_FACTOR = 4 // a busy machine gives a process a quarter of a core
const STARTED_BYTES = 150_000_000 // what `ulimit -d` counts of an idle process: stacks and reserves too
const STDERR_CHARS = 4_000 // enough for the reason that V8 or a library prints before it aborts
const LAST_WORDS_MS = 200 // for what it wrote to stderr before it ended
const NICENESS = '5' // the server answers first
const SHELL = '/bin/sh'

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
  /** Kills the process. */
  end(): void
  ended: Promise<unknown>
}

type Death = { kind: 'died'; signal: NodeJS.Signals | null }

/** Starts a process. `program` are the arguments of Node; `bytes` is the memory that a job may use. */
export function startParser(program: readonly string[], bytes: number): ParserProcess {
  const [command, args] = limitCommand(program, bytes)
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    cwd: PROJECT_DIR, // where Node finds the packages
    env: listEnvironment(),
  })
  const inbox = makeInbox()
  let isOver = false
  let wasStarted = false
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr = `${stderr}${chunk}`.slice(-STDERR_CHARS)
  })
  child.on('message', (said: FromParser) => inbox.push(said))
  child.on('error', () => undefined) // `ended` and the inbox report it
  const closed = once(child, 'close')
  const ended = once(child, 'exit').then(
    ([, signal]) => signal,
    () => null, // it could not be started
  )
  void ended.then(async (signal) => {
    isOver = true
    await Promise.race([closed, wait(LAST_WORDS_MS)])
    inbox.push({ kind: 'died', signal })
  })
  const hold = (isHeld: boolean) => {
    // An idle process does not keep the server's process, or a command, from ending.
    const change = isHeld ? 'ref' : 'unref'
    child[change]()
    child.channel?.[change]()
    if (child.stderr instanceof Socket) child.stderr[change]()
  }
  hold(false)
  const end = () => {
    isOver = true
    child.kill('SIGKILL')
    child.ref() // whoever waits for its memory must hear of its end
  }
  const send = (said: ToParser) => {
    // Fails only if the process has died, which the inbox reports.
    if (child.connected) child.send(said, () => undefined)
  }

  async function start(): Promise<void> {
    if (wasStarted) return
    const said = await inbox.next(START_MS)
    if (said?.kind !== 'ready') throw new ParserFailure(`A parser did not start. ${stderr}`)
    wasStarted = true
  }

  async function* work<Part>(
    { name, mostCpuSeconds, sentences }: ParsingJob<never, Part>,
    input: unknown,
  ): AsyncGenerator<Part, void, void> {
    await start()
    let leftMs = mostCpuSeconds * WALL_FACTOR * 1_000
    send({ kind: 'start', job: name, input, mostCpuSeconds, bytes })
    const begun = await inbox.next(START_MS)
    if (begun?.kind !== 'begun') throw new ParserFailure('A parser did not take its job.')
    for (;;) {
      const askedAt = performance.now()
      const said = await inbox.next(leftMs)
      leftMs -= performance.now() - askedAt
      if (said === null) {
        end()
        throw new FileRefusal(sentences.tooSlow)
      }
      if (said.kind === 'died') throw new FileRefusal(sentences[causeOf(said, stderr)])
      if ('isWorn' in said && said.isWorn) isOver = true
      if (said.kind === 'end') return
      if (said.kind === 'refused') throw new FileRefusal(said.sentence)
      if (said.kind === 'needs') throw new MoreMemoryNeeded(said.bytes)
      if (said.kind === 'broken')
        throw new FileRefusal(sentences[said.cause === 'memory' ? 'tooLarge' : 'damaged'])
      if (said.kind === 'failed') throw new ParserFailure(said.message)
      // The cast is safe: the function of the job made it.
      if (said.kind === 'part') yield said.part as Part
      send({ kind: 'next' })
    }
  }

  return {
    bytes,
    ended,
    end,
    isUsable: () => !isOver,
    async *run(job, input) {
      hold(true)
      let isFinished = false
      try {
        yield* work(job, input)
        isFinished = true
      } catch (error) {
        isFinished = error instanceof FileRefusal || error instanceof MoreMemoryNeeded
        throw error
      } finally {
        hold(false)
        if (!isFinished) end()
      }
    },
  }
}

/** A shell sets the limit, because Node cannot; it takes the arguments as they are. */
function limitCommand(program: readonly string[], bytes: number): [string, string[]] {
  const heap = `--max-old-space-size=${Math.floor(bytes / 1_048_576)}`
  const node = [process.execPath, heap, '--v8-pool-size=1', ...program]
  if (process.platform !== 'linux' || !existsSync(SHELL)) return [process.execPath, node.slice(1)]
  const kilobytes = String(Math.ceil((STARTED_BYTES + bytes) / 1_024))
  return [SHELL, ['-c', 'ulimit -d "$0" && exec nice -n "$@"', kilobytes, NICENESS, ...node]]
}

/** No secrets of the server. */
function listEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TZ, TMPDIR, NODE_ENV } = process.env
  return {
    ...Object.fromEntries(Object.entries({ PATH, TZ, TMPDIR, NODE_ENV }).filter(([, one]) => one)),
    UV_THREADPOOL_SIZE: '2',
    // Of glibc: returns memory to the system once it is free, and keeps no heap for each thread.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
  }
}

function causeOf({ signal }: Death, stderr: string): 'tooLarge' | 'tooSlow' | 'damaged' {
  if (signal === TOO_SLOW) return 'tooSlow'
  // By its own watch, or by the system when the machine's memory was used up.
  if (signal === TOO_LARGE) return 'tooLarge'
  return /memory|alloc/i.test(stderr) ? 'tooLarge' : 'damaged'
}

/** What the process says, in order, for one reader. */
function makeInbox() {
  const said: (FromParser | Death)[] = []
  let wake: () => void = () => {}
  return {
    push(one: FromParser | Death) {
      said.push(one)
      wake()
    },
    /** Null after `ms` milliseconds. */
    async next(ms: number): Promise<FromParser | Death | null> {
      if (said.length === 0) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, ms)
        })
        clearTimeout(timer)
      }
      return said.shift() ?? null
    },
  }
}
