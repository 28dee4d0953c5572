import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFaultFiles } from './load-fault-runner.ts'

// The results in docs/faults/schedules.json: the played seeds, the sums and every failure, for each version of the
// tested code and the simulator. A new version starts from zero, so that no figure refers to old code.

const ROOT = join(import.meta.dirname, '../..')
const LEDGER = join(ROOT, 'docs/faults/schedules.json')

/** A block of seeds, both ends included. */
export interface Block {
  from: number
  to: number
}

/** What a number of schedules came to. */
interface Sums {
  intents: number
  effects: number
  calls: number
  failures: { seed: number; rules: string[]; steps: number[] }[]
}

export interface BlockResult extends Block, Sums {}

interface Entry extends Sums {
  engine: string
  startedAt: string
  updatedAt: string
  node: string
  /** All seeds from 1 to this one have been played. */
  playedTo: number
}

export async function openLedger() {
  const entries = existsSync(LEDGER) ? (JSON.parse(readFileSync(LEDGER, 'utf8')) as Entry[]) : [] // `save` wrote it
  const engine = await hashEngine()
  const entry = entries.find((one) => one.engine === engine) ?? addEntry(entries, engine)

  /** Finished blocks that wait for an earlier, unfinished block. If the campaign is stopped, they are played again. */
  const waiting: BlockResult[] = []

  function save(): void {
    mkdirSync(dirname(LEDGER), { recursive: true })
    writeFileSync(LEDGER, `${JSON.stringify(entries, null, 2)}\n`)
  }

  return {
    entry: entry as Readonly<Entry>,
    /** Prints the result of a block, and stores it once all earlier blocks are stored. */
    add(result: BlockResult): void {
      waiting.push(result)
      waiting.sort((one, other) => one.from - other.from)
      while (waiting[0]?.from === entry.playedTo + 1) addTo(entry, waiting.shift())
      entry.updatedAt = new Date().toISOString()
      save()
      for (const { seed, rules, steps } of result.failures)
        console.log(`seed ${seed}: ${rules.join('; ')} (steps ${steps.join(',')})`)
      console.log(`${entry.updatedAt} seeds ${result.from} to ${result.to} played`)
    },
  }
}

function addTo(entry: Entry, result: BlockResult | undefined): void {
  if (!result) return
  entry.playedTo = result.to
  entry.intents += result.intents
  entry.effects += result.effects
  entry.calls += result.calls
  entry.failures.push(...result.failures)
}

function addEntry(entries: Entry[], engine: string): Entry {
  const at = new Date().toISOString()
  const nothing: Sums = { intents: 0, effects: 0, calls: 0, failures: [] }
  const versions = { engine, startedAt: at, updatedAt: at, node: process.version }
  const entry: Entry = { ...versions, playedTo: 0, ...nothing }
  entries.push(entry)
  return entry
}

/** Hashes the files that determine the course of a schedule. */
async function hashEngine(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await listFaultFiles())
    hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 12)
}
