// What the server and its parser processes say to each other. A parser process runs one job at a time, and
// sends its result in parts: it makes the next part when the server asks for it, so that a large result
// is never in memory as a whole.

/** A kind of work on a file of a person. Input and parts are structured clones, so no functions or classes. */
export interface ParsingJob<Input, Part> {
  /** Unique among all jobs; `server/main/parser.ts` has the function of each. */
  name: string
  /** Processor time that one file may take. */
  mostCpuSeconds: number
  /** Sentences for the person, with the way out. */
  sentences: {
    tooLarge: string
    tooSlow: string
    /** Also if the file ends the parser process. */
    damaged: string
  }
  /** Never set: connects the types of the input and the parts with the function of the job. */
  types?: (input: Input) => Part
}

/** A file of a person that cannot be read or is not accepted. The message says why, for that person. */
export class FileRefusal extends Error {
  override name: string = 'FileRefusal'
}

/**
 * The function of a job, which runs in a parser process. Call `requireMemory` with an estimate before the work needs
 * more than `STANDARD_BYTES`: it throws if this process may not use as much, and the job starts again in a process
 * that may. @throws FileRefusal
 */
export type JobFunction<Input, Part> = (
  input: Input,
  requireMemory: (bytes: number) => void,
) => AsyncIterable<Part>

export type ToParser =
  | { kind: 'start'; job: string; input: unknown; mostCpuSeconds: number; bytes: number }
  | { kind: 'next' }

export type FromParser =
  | { kind: 'ready' }
  /** From now on, the end of the process is the fault of the file. */
  | { kind: 'begun' }
  | { kind: 'part'; part: unknown }
  /** `isWorn`: the process has not given its memory back, and should not be used again. */
  | { kind: 'end'; isWorn: boolean }
  | { kind: 'refused'; sentence: string; isWorn: boolean }
  | { kind: 'needs'; bytes: number }
  /** The work used up its memory, or the library could not cope with the file. */
  | { kind: 'broken'; cause: 'memory' | 'damaged'; isWorn: boolean }
  /** The system failed, not the file: the disk, for example. */
  | { kind: 'failed'; message: string }

// Server and parser processes together stay below 600 MB of resident memory: the server needs up to 150 MB.

/** Resident memory of all parser processes together. */
export const POOL_BYTES = 440_000_000
/** Resident memory of a parser process between two jobs, before it has loaded libraries. */
export const IDLE_BYTES = 60_000_000
/** What a job may use beyond that without asking. Two such jobs run at once. */
export const STANDARD_BYTES = 130_000_000
/** The most that a job may use; then it runs alone. */
export const MOST_BYTES = POOL_BYTES - IDLE_BYTES
export const AT_ONCE = 2 // each uses one core
