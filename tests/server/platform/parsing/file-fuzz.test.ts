// @module-tag long

import { expect, test } from 'vitest'
import { fuzzFiles } from '#tools/fuzz/file-fuzz.ts'

const FILES = 150 // `npm run faults -- requests files` sends 20,000

test('every mutated file is read, or refused with a sentence', async () => {
  const report = await fuzzFiles({ seed: 20_261_128, files: FILES })
  expect(report.finding).toBeNull()
  expect(report.files).toBe(FILES)
  // At least a tenth of the files were still readable, and at least a tenth were not.
  expect(report.read).toBeGreaterThan(FILES / 10)
  expect(FILES - report.read).toBeGreaterThan(FILES / 10)
})
