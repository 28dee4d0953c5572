import { runBench } from '#tools/bench/bench-runner.ts'
import { DESK_KIND } from '#tools/bench/device/device-kind.ts'
import { openDeviceStage } from '#tools/bench/device/device-stage.ts'
import { manyRows } from '#tools/bench/device/many-rows.ts'
import { makeMillion } from '#tools/bench/device/million-rows.ts'
import { review } from '#tools/bench/device/review-rows.ts'
import { makeSections } from '#tools/bench/device/section-rows.ts'
import { makeStarts } from '#tools/bench/device/start-rows.ts'
import { coldLink, signIn } from './desk-load-rows.ts'
import { longTable } from './long-table-rows.ts'

// `npm run bench -- desk` measures everything and writes docs/bench-desk.md.

await runBench({
  script: 'bench:desk',
  openStage: (isExplaining) => openDeviceStage(DESK_KIND, isExplaining),
  measurements: [
    longTable,
    manyRows,
    review,
    signIn,
    makeStarts({ again: 0.5, alone: 0.4 }),
    coldLink,
    makeSections([
      { listings: 1_000, firstMs: 200, againMs: 100 },
      { listings: 10_000, firstMs: 200, againMs: 100 },
    ]),
    makeMillion({ firstMs: 200 }),
  ],
})
