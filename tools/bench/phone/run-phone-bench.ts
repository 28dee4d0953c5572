import { runBench } from '#tools/bench/bench-runner.ts'
import { PHONE_KIND } from '#tools/bench/device/device-kind.ts'
import { openDeviceStage } from '#tools/bench/device/device-stage.ts'
import { manyRows } from '#tools/bench/device/many-rows.ts'
import { makeMillion } from '#tools/bench/device/million-rows.ts'
import { review } from '#tools/bench/device/review-rows.ts'
import { makeSections } from '#tools/bench/device/section-rows.ts'
import { makeStarts } from '#tools/bench/device/start-rows.ts'
import { dashboard, signInPage } from './first-load-rows.ts'
import { layoutShift } from './layout-rows.ts'
import { lighthouse } from './lighthouse-rows.ts'
import { longList } from './long-list-rows.ts'
import { decisions } from './phone-decision-rows.ts'

// `npm run bench -- phone` measures everything and writes docs/bench-phone.md.

await runBench({
  script: 'bench:phone',
  openStage: (isExplaining) => openDeviceStage(PHONE_KIND, isExplaining),
  measurements: [
    signInPage,
    dashboard,
    makeStarts({ again: 0.6, alone: 0.5 }),
    makeSections([
      { listings: 1_000, firstMs: 300, againMs: 100 },
      { listings: 10_000, firstMs: 500, againMs: 200 },
    ]),
    makeMillion({ firstMs: 500 }),
    longList,
    manyRows,
    review,
    decisions,
    layoutShift,
    lighthouse,
  ],
})
