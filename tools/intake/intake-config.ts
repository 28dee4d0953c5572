import { defineConfig } from 'vitest/config'

// The tests of `npm run faults -- intake`, which take minutes because they use a slow network. `npm run check` does not
// run them. To run only the shorter test: npx vitest run --config tools/intake/intake-config.ts -t '3 photos'

const STORY_MS = 1_800_000 // for encoding a minute of video twice without a GPU, and sending 25 MB at 750 kbit/s
const POLL_MS = 60_000

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    reporters: ['verbose', './tests/support/closing-line-reporter.ts'],
    include: ['tools/intake/**/*.test.ts'],
    globalSetup: ['tests/support/browser/browser-setup.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: STORY_MS,
    hookTimeout: STORY_MS,
    expect: { poll: { timeout: POLL_MS } },
  },
})
