// @module-tag long
import { expect, test } from 'vitest'
import { runFuzz } from '#tools/fuzz/fuzz-campaign.ts'

const REQUESTS = 300 // `npm run faults -- requests` sends 20,000 to each database

test('every request gets an answer that the contract allows, and a refused request changes nothing', async () => {
  const report = await runFuzz({ seed: 20_251_121, requests: REQUESTS })
  expect(report.finding).toBeNull()
  expect(report.requests).toBeGreaterThanOrEqual(REQUESTS)
  // At least a tenth of the requests were accepted, and at least a tenth were refused.
  expect(report.answers['2xx']).toBeGreaterThan(REQUESTS / 10)
  expect(report.answers['4xx']).toBeGreaterThan(REQUESTS / 10)
}, 120_000) // all tables are compared after each refusal
