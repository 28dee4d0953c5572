import { join } from 'node:path'
import { makeParserPool } from '#server/platform/parsing/parser-pool.ts'
import { SPIN_LONG, VISIT } from './odd-jobs.ts'

// A server that is killed while a file blocks its parser. Prints the process id of the parser.

const pool = makeParserPool(['--import', 'tsx', join(import.meta.dirname, 'odd-parser.ts')])
for await (const { pid } of pool.run(VISIT, {}, 'asha')) console.log(pid)
if (process.argv[2] === 'blocked') for await (const _ of pool.run(SPIN_LONG, null, 'asha'));
else await new Promise((resolve) => setTimeout(resolve, 600_000))
