import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EngineMarket, openEngineMarket } from './engine-market.ts'
import type { EnginePage } from './engine-page.ts'
import { signIn } from './operator-steps.ts'

let market: EngineMarket
let page: EnginePage

beforeEach(async () => {
  market = await openEngineMarket()
  page = await market.device.openPage()
})

afterEach(() => market.close())

test('an operator signs in and sees the dashboard', async () => {
  await signIn(page, market.url, market.server.operator)
  await expect.poll(() => page.count({ css: '[data-value="140"]' })).toBe(1)
})
