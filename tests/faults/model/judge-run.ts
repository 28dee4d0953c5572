import { judgeFloors, judgeHolds, judgeRepeats } from './call-rules.ts'
import { judgeActors, judgeChains } from './effect-rules.ts'
import { judgeReasons } from './reason-rules.ts'
import type { RunRecord, Violation } from './run-record.ts'
import { judgeLooks, judgeWords } from './word-rules.ts'

// Judges a run: the list of intents against the server's log. Imports nothing of the product. effect-rules.ts has what was
// done, word-rules.ts what was said, call-rules.ts what was sent, reason-rules.ts the reasons of rejections, run-record.ts what all
// of them are given.

export function judgeRun(run: RunRecord): Violation[] {
  return [
    ...judgeChains(run),
    ...judgeActors(run),
    ...judgeWords(run),
    ...judgeFloors(run),
    ...judgeLooks(run),
    ...judgeRepeats(run),
    ...judgeHolds(run),
    ...judgeReasons(run),
  ]
}
