// Reads files of people in processes of their own, because a hostile file may use up memory or processor time, or end
// the process that reads it. Everything that parses such a file is a job of this pool (server/main/parser.ts lists them).

import { join } from 'node:path'
import { APP_DIR, PROJECT_DIR } from '#server/platform/config/app-folders.ts'
import { makeParserPool } from './parser-pool.ts'
import type { JobFunction, ParsingJob } from './parsing-job.ts'
import { FileRefusal } from './parsing-job.ts'

export { FileRefusal, type JobFunction, type ParsingJob }

/** Node arguments for a parser process: from source if this process runs from source, otherwise compiled. */
const PROGRAM: readonly string[] = import.meta.filename.endsWith('.ts')
  ? ['--import', 'tsx', join(PROJECT_DIR, 'server/main/parser.ts')]
  : [join(APP_DIR, '.server/parser.js')]

const pool = makeParserPool(PROGRAM)

/**
 * Reads a file in a parser process, part by part; the next part is made when it is asked for. `person` is the account
 * whose file it is: people take turns. Paths in the input are absolute. @throws FileRefusal with a sentence for the
 * person; ParserFailure if no parser can be started, or the disk fails
 */
export function parseParts<Input, Part>(
  job: ParsingJob<Input, Part>,
  input: Input,
  { person }: { person: string },
): AsyncGenerator<Part, void, void> {
  return pool.run(job, input, person)
}

/** Like `parseParts`, for a job whose result is one part. */
export async function parseFile<Input, Part>(
  job: ParsingJob<Input, Part>,
  input: Input,
  by: { person: string },
): Promise<Part> {
  const parts: Part[] = []
  for await (const part of parseParts(job, input, by)) parts.push(part)
  const [only] = parts
  if (only === undefined) throw new FileRefusal(job.sentences.damaged)
  return only
}

/** Ends the parser processes, when the server stops. */
export function stopParsing(): Promise<void> {
  return pool.stop()
}
