import './sim/sim-globals.ts'
import { expect, it } from 'vitest'
import { runSchedule } from './run-schedule.ts'
import { makeSchedule } from './schedule.ts'
import { startSimServer } from './sim/sim-server.ts'

it('runs', async () => {
  const server = await startSimServer()
  const from = Number(process.env['FROM'] ?? 1)
  const count = Number(process.env['COUNT'] ?? 20)
  const t0 = process.cpuUsage().user / 1000
  let bad = 0,
    intents = 0,
    effects = 0,
    calls = 0
  const rules: Record<string, number> = {}
  for (let seed = from; seed < from + count; seed += 1) {
    let r: Awaited<ReturnType<typeof runSchedule>>
    try {
      r = await runSchedule(server, makeSchedule(seed))
    } catch (e) {
      console.log('seed', seed, 'CRASH', e)
      bad++
      if (bad > 8) break
      continue
    }
    intents += r.intents
    effects += r.effects
    calls += r.calls
    if (r.violations.length) {
      bad++
      for (const v of r.violations) rules[v.rule] = (rules[v.rule] ?? 0) + 1
      if (bad < 8)
        console.log(
          'seed',
          seed,
          JSON.stringify(r.violations.slice(0, 3), null, 1),
          process.env['STORY'] ? r.story() : '',
        )
    }
  }
  console.log({
    bad,
    count,
    ms: (process.cpuUsage().user / 1000 - t0) / count,
    intents: intents / count,
    effects: effects / count,
    calls: calls / count,
    rules,
  })
  expect(1).toBe(1)
})
