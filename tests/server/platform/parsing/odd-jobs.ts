import type { ParsingJob } from '#server/platform/parsing/parsing-service.ts'

// Jobs that do what hostile files make a parser do. odd-parser.ts runs them in parser processes.

function makeJob<Input, Part>(name: string, mostCpuSeconds = 20): ParsingJob<Input, Part> {
  const sentences = { tooLarge: 'too large', tooSlow: 'too slow', damaged: 'damaged' }
  return { name, mostCpuSeconds, sentences }
}

/** The process that ran the job, and when. */
export interface Visit {
  pid: number
  startedAt: number
  endedAt: number
}

export const VISIT = makeJob<{ ms?: number; needs?: number }, Visit>('visit')
/** Ends when two files are read at once. */
export const MEET = makeJob<{ folder: string; needs: number }, boolean>('meet')
export const COUNT_UP = makeJob<{ to: number }, number>('count up')
export const READ_ENVIRONMENT = makeJob<null, string[]>('read environment')
export const FILL_HEAP = makeJob<null, never>('fill heap')
export const FILL_BUFFERS = makeJob<null, never>('fill buffers')
export const FILL_AT_ONCE = makeJob<null, never>('fill at once')
export const SPIN = makeJob<null, never>('spin', 0.5)
export const SPIN_LONG = makeJob<null, never>('spin long', 600)
/** So long that the watch of a parser, which looks a hundred times a second, does not use up its processor time before. */
export const HANG = makeJob<null, never>('hang', 1.5)
export const ABORT = makeJob<null, never>('abort')
export const EXIT = makeJob<null, never>('exit')
export const THROW = makeJob<null, never>('throw')
export const MISS_FILE = makeJob<null, never>('miss file')
