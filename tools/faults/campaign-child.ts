import type { Block, BlockResult } from './campaign-ledger.ts'
import { loadFaultRunner } from './load-fault-runner.ts'

// A child process of run-campaign.ts: plays the schedules of the blocks of seeds that its parent sends, and reports the
// result of each block.

const runner = await loadFaultRunner()

process.on('message', (block: Block) => {
  play(block).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')

async function play({ from, to }: Block): Promise<BlockResult> {
  const result: BlockResult = { from, to, intents: 0, effects: 0, calls: 0, failures: [] }
  const failed: number[] = []
  const seeds = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  await runner.runSeeds(seeds, ({ seed, violations, intents, effects, calls }) => {
    result.intents += intents
    result.effects += effects
    result.calls += calls
    if (violations.length > 0) failed.push(seed)
    return undefined
  })
  for (const seed of failed) result.failures.push({ seed, ...(await runner.shrinkSeed(seed)) })
  return result
}
