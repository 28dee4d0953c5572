// The parser processes, and who may use one when. Starts them when there is work, uses them again, and replaces those
// that died, were killed or kept too much memory.

import { makeFairQueue } from './fair-queue.ts'
import { MoreMemoryNeeded, type ParserProcess, startParser } from './parser-process.ts'
import {
  AT_ONCE,
  FileRefusal,
  IDLE_BYTES,
  MOST_BYTES,
  type ParsingJob,
  POOL_BYTES,
  STANDARD_BYTES,
} from './parsing-job.ts'

const MOST_JOBS = 100 // of one process: bounds what leaks in native libraries
const IDLE_MS = 60_000 // then a process ends, and its memory is free

export interface ParserPool {
  /**
   * Reads a file in a parser process, one part of the result after the other. `person` is whose turn it is.
   * @throws FileRefusal, ParserFailure
   */
  run<Input, Part>(
    job: ParsingJob<Input, Part>,
    input: Input,
    person: string,
  ): AsyncGenerator<Part, void, void>
  /** Ends all processes. */
  stop(): Promise<void>
}

interface Slot {
  parser: ParserProcess
  /** `ending` processes still have their memory. */
  state: 'busy' | 'idle' | 'ending'
  jobs: number
  idleTimer?: NodeJS.Timeout
}

interface Turn {
  bytes: number
  begin: (slot: Slot) => void
}

/** `program` are the arguments of Node for a parser process. */
export function makeParserPool(program: readonly string[]): ParserPool {
  const slots = new Set<Slot>()
  const waiting = makeFairQueue<Turn>()

  function pump(): void {
    for (let turn = waiting.peek(); turn; turn = waiting.peek()) {
      const slot = findIdle(turn.bytes) ?? startFor(turn.bytes)
      if (!slot) return
      waiting.shift()
      clearTimeout(slot.idleTimer)
      slot.state = 'busy'
      slot.jobs += 1
      turn.begin(slot)
    }
  }

  function findIdle(bytes: number): Slot | undefined {
    for (const slot of slots) {
      if (slot.state !== 'idle') continue
      if (!slot.parser.isUsable()) retire(slot)
      else if (slot.parser.bytes === bytes) return slot
    }
    return undefined
  }

  /** Starts a process, if its memory is free; otherwise makes room, so that it is free soon. */
  function startFor(bytes: number): Slot | undefined {
    const isFree = () =>
      slots.size < AT_ONCE && sumBytes([...slots]) + IDLE_BYTES + bytes <= POOL_BYTES
    if (!isFree()) {
      for (const slot of slots) if (slot.state === 'idle') retire(slot)
      return undefined
    }
    const slot: Slot = { parser: startParser(program, bytes), state: 'busy', jobs: 0 }
    slots.add(slot)
    void slot.parser.ended.then(() => {
      slots.delete(slot)
      pump()
    })
    return slot
  }

  function retire(slot: Slot): void {
    clearTimeout(slot.idleTimer)
    slot.state = 'ending'
    slot.parser.end()
  }

  function giveBack(slot: Slot): void {
    const { parser, jobs } = slot
    // A process with more memory than usual is there for one file only.
    if (parser.isUsable() && parser.bytes === STANDARD_BYTES && jobs < MOST_JOBS) {
      slot.state = 'idle'
      slot.idleTimer = setTimeout(() => retire(slot), IDLE_MS).unref()
    } else retire(slot)
    pump()
  }

  function takeTurn(person: string, bytes: number): Promise<Slot> {
    return new Promise((begin) => {
      const turn = { bytes, begin }
      if (bytes === STANDARD_BYTES) waiting.add(person, turn)
      else waiting.addFirst(turn)
      pump()
    })
  }

  return {
    async *run(job, input, person) {
      let bytes = STANDARD_BYTES
      for (;;) {
        const slot = await takeTurn(person, bytes)
        try {
          yield* slot.parser.run(job, input)
          return
        } catch (error) {
          if (!(error instanceof MoreMemoryNeeded)) throw error
          if (error.bytes > MOST_BYTES) throw new FileRefusal(job.sentences.tooLarge)
          bytes = error.bytes
        } finally {
          giveBack(slot)
        }
      }
    },
    async stop() {
      for (const slot of slots) retire(slot)
      await Promise.all([...slots].map(({ parser }) => parser.ended))
    },
  }
}

function sumBytes(slots: readonly Slot[]): number {
  return slots.reduce((sum, { parser }) => sum + IDLE_BYTES + parser.bytes, 0)
}
