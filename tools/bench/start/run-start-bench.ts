import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { watchMachine, writeReport } from '#tools/bench/bench-report.ts'
import {
  type Compared,
  writeComparedRows,
  writeComparedTable,
} from '#tools/bench/compared-table.ts'
import { findStartCommands, measureStarts, prepareStart } from './start-cost.ts'

// `npm run bench -- start` measures production starts and writes docs/bench-start.md. `-- --before <folder>` compares them
// with the starts of another checkout, whose packages must be installed. Starts of the two checkouts alternate.

const READY_MS = 500 // the target of a start without npm
const MEMORY_SHARE = 0.5 // the target: at most this share of the memory that the other checkout's server uses

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '9' }, before: { type: 'string' } },
})
const runs = Number(values.runs)
const own = { name: 'after', folder: resolve('.') } as const
const checkouts =
  values.before === undefined
    ? [own]
    : [{ name: 'before', folder: resolve(values.before) } as const, own]
const describeMachine = watchMachine()
const figures: Compared<Awaited<ReturnType<typeof measureBoth>>> = { before: [], after: [] }

for (const { folder } of checkouts) await prepareStart(folder)
for (let run = 0; run < runs; run += 1)
  for (const { name, folder } of checkouts) figures[name].push(await measureBoth(folder))

const rows = writeComparedRows(figures, [
  ['`npm run serve`, empty database: until the first answer', 'ms', {}, (r) => r.npm.empty.readyMs],
  ['`npm run serve`, existing database', 'ms', {}, (r) => r.npm.existing.readyMs],
  ['The server alone, empty database', 'ms', {}, (r) => r.alone.empty.readyMs],
  [
    'The server alone, existing database',
    'ms',
    { under: READY_MS },
    (r) => r.alone.existing.readyMs,
  ],
  ['… its memory in MB', '', { share: MEMORY_SHARE }, (r) => r.alone.existing.memoryMb],
])
const table = writeComparedTable(rows)
const command = `npm run bench -- start --runs ${runs}${values.before === undefined ? '' : ' --before <folder>'}`
const head = { command, detail: `runs of each: ${runs}`, machine: describeMachine() }
writeReport('bench-start', head, table)
console.log(table)

async function measureBoth(folder: string) {
  const commands = findStartCommands(folder)
  const npm = await measureStarts(folder, commands.npm)
  return { npm, alone: await measureStarts(folder, commands.alone) }
}
