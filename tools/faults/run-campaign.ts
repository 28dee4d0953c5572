import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Block, type BlockResult, openLedger } from './campaign-ledger.ts'
import { loadFaultRunner } from './load-fault-runner.ts'

// npm run faults: plays schedules on every core and resumes where it stopped.
//   npm run faults -- schedules                            until 100,000 schedules are played
//   npm run faults -- schedules --schedules 1000000     until this many are played
//   npm run faults -- schedules --seed 247              prints the log of one schedule; --steps 3,7 plays only these of its steps

const BLOCK = 250 // seeds per block: about 20 s of work for one core
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    steps: { type: 'string' },
  },
})

if (values.seed === undefined) await campaign(Number(values.schedules))
else await tell(Number(values.seed), values.steps)

async function tell(seed: number, steps: string | undefined): Promise<void> {
  const runner = await loadFaultRunner()
  console.log(await runner.tellSeed(seed, steps ? steps.split(',').map(Number) : null))
  process.exit(0)
}

async function campaign(wanted: number): Promise<void> {
  const { entry, add } = await openLedger()
  console.log(`Engine ${entry.engine}: ${entry.playedTo} schedules played before.`)
  let next = entry.playedTo + 1
  const takeBlock = (): Block | null => {
    if (next > wanted) return null
    const block = { from: next, to: Math.min(next + BLOCK - 1, wanted) }
    next = block.to + 1
    return block
  }
  const cores = Array.from({ length: availableParallelism() }, () => runCore(takeBlock, add))
  await Promise.all(cores)
  const { playedTo, failures } = entry
  console.log(`${playedTo} schedules played, ${failures.length} with a violation.`)
  process.exit(failures.length > 0 ? 1 : 0)
}

/** Starts a child process (campaign-child.ts) and sends it blocks of seeds until none are left. */
function runCore(
  takeBlock: () => Block | null,
  onResult: (result: BlockResult) => void,
): Promise<void> {
  const child = fork(join(import.meta.dirname, 'campaign-child.ts'), {
    execArgv: ['--import', 'tsx', '--max-semi-space-size=64'],
  })
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error('A core gave up.'))))
    child.on('message', (message: 'ready' | BlockResult) => {
      if (message !== 'ready') onResult(message)
      const block = takeBlock()
      if (block) child.send(block)
      else child.send('end', () => child.kill())
      if (!block) resolve()
    })
  })
}
