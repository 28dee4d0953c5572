import { runBench } from './bench-runner.ts'
import { openBenchStage } from './bench-stage.ts'
import { drain } from './drain-bench.ts'
import { frozenTab } from './frozen-tab-bench.ts'
import { heic } from './heic-bench.ts'
import { intake } from './intake-bench.ts'
import { networkReturn } from './network-return-bench.ts'
import { cacheEntries, overlay, palette, queueing } from './page-bench.ts'
import { screens } from './screens-bench.ts'

// `npm run bench -- page` measures everything and writes docs/bench.md.

await runBench({
  script: 'bench',
  openStage: openBenchStage,
  measurements: [
    queueing,
    overlay,
    palette,
    screens,
    cacheEntries,
    drain,
    networkReturn,
    frozenTab,
    intake,
    heic,
  ],
})
