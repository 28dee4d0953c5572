// Starts the program of a parser process with limits. Its memory is limited three times: by the system (`ulimit -d`,
// which counts what native libraries allocate), by V8's heap limit, and by its own watch (build/resource-watch.js).

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { PROJECT_DIR } from '#server/platform/config/app-folders.ts'
import type { FromParser, ToParser } from './parsing-job.ts'

const STARTED_BYTES = 150_000_000 // what `ulimit -d` counts of an idle process: stacks and reserves too
const STDERR_CHARS = 4_000 // enough for the reason that V8 or a library prints before it aborts
const LAST_WORDS_MS = 200 // for what it wrote to stderr before it ended
const NICENESS = '5' // the server answers first
const SHELL = '/bin/sh'

export type Death = { kind: 'died'; signal: NodeJS.Signals | null; stderr: string }
type Said = FromParser | Death

export interface ParserChannel {
  send(said: ToParser): void
  /** What the process says next; null after `ms` milliseconds. Its death is the last thing. */
  hear(ms: number): Promise<Said | null>
  kill(): void
  /** A held process keeps the server's process, or a command, from ending. */
  hold(isHeld: boolean): void
  /** Resolves when the system has freed its memory. */
  ended: Promise<unknown>
}

/** `program` are the arguments of Node; `bytes` is the memory that a job may use. */
export function spawnParser(program: readonly string[], bytes: number): ParserChannel {
  const [command, args] = limitCommand(program, bytes)
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    cwd: PROJECT_DIR, // where Node finds the packages
    env: listEnvironment(),
  })
  const inbox = makeInbox()
  child.on('message', (said: FromParser) => inbox.push(said))
  const ended = watchEnd(child, inbox.push)
  hold(false)

  function hold(isHeld: boolean): void {
    const change = isHeld ? 'ref' : 'unref'
    child[change]()
    child.channel?.[change]()
    if (child.stderr instanceof Socket) child.stderr[change]()
  }

  return {
    ended,
    hold,
    hear: inbox.next,
    send(said) {
      // Fails only if the process has died, which the inbox reports.
      if (child.connected) child.send(said, () => undefined)
    },
    kill() {
      child.kill('SIGKILL')
      child.ref() // somebody waits for its memory
    },
  }
}

/** Reports the end of the process, or that it could not be started. */
async function watchEnd(child: ChildProcess, push: (death: Death) => void): Promise<void> {
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr = `${stderr}${chunk}`.slice(-STDERR_CHARS)
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const signal = await once(child, 'exit').then(
    ([, signal]) => signal,
    () => null,
  )
  child.on('error', () => undefined) // nothing new: the process has ended
  void Promise.race([closed, wait(LAST_WORDS_MS)]).then(() =>
    push({ kind: 'died', signal, stderr }),
  )
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

/** What the process says, in order, for one reader. */
function makeInbox() {
  const said: Said[] = []
  let wake: () => void = () => {}
  return {
    push(one: Said): void {
      said.push(one)
      wake()
    },
    async next(ms: number): Promise<Said | null> {
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
