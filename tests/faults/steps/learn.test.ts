import '#tests/faults/sim/sim-globals.ts'
import { appendFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { it } from 'vitest'
import { startSimServer } from '#tests/faults/sim/sim-server.ts'
import { PATHS } from './paths.ts'
import { playPath } from './play-path.ts'
import { closeQuietly } from './quiet-closing.ts'
import { dealCases } from './step-cases.ts'
import { listEngineSteps } from './step-source.ts'

it('learn', { timeout: 3e6 }, async () => {
  closeQuietly()
  const out = (s: string) => appendFileSync('/tmp/stepwork/log.txt', `${s}\n`)
  const server = await startSimServer()
  const reached = new Map<string, ReadonlyMap<string, number>>()
  for (const path of PATHS) {
    const r = await playPath(server, path, null)
    reached.set(path.title, r.reached)
    if (r.violations.length) out(`${path.title} ${JSON.stringify(r.violations)}`)
  }
  const dealt = dealCases(listEngineSteps(), reached, Number(process.env['EACH'] ?? 1))
  out(JSON.stringify(dealt.map((d) => d.cases.length)))
  const session = process.env['PROF'] ? new Session() : null
  session?.connect()
  await session?.post('Profiler.enable')
  await session?.post('Profiler.start')
  const part = process.env['PART'] ? Number(process.env['PART']) : null
  for (const [i, { title, cases }] of dealt.entries()) {
    if (part !== null && i !== part) continue
    const path = PATHS.find((p) => p.title === title)
    if (!path) continue
    const t = process.cpuUsage().user,
      t0 = performance.now()
    let bad = 0,
      not = 0
    for (const armed of cases) {
      if (
        process.env['CASE'] &&
        process.env['CASE'] !== `${armed.step} ${armed.occurrence} ${armed.fault}`
      )
        continue
      const c0 = performance.now()
      try {
        const r = await playPath(server, path, armed)
        if (!r.isPlayed) not++
        if (r.violations.length) {
          bad++
          out(
            `  [${i}] ${armed.step} ${armed.occurrence} ${armed.fault}: ${JSON.stringify(r.violations).slice(0, 500)}`,
          )
        }
        if (process.env['CASE']) out(r.story())
      } catch (e) {
        bad++
        out(
          `  [${i}] ${armed.step} ${armed.occurrence} ${armed.fault}: THROWN ${e instanceof Error ? e.stack?.slice(0, 300) : e}`,
        )
      }
      const c = performance.now() - c0
      if (c > 1500) out(`  [${i}] SLOW ${c} ${armed.step} ${armed.occurrence} ${armed.fault}`)
    }
    out(
      `${i} ${title}: ${cases.length} cases, bad ${bad}, not played ${not}, cpu ${(process.cpuUsage().user - t) / 1000} wall ${performance.now() - t0}`,
    )
  }
  const prof = await session?.post('Profiler.stop')
  if (prof) writeFileSync('/tmp/stepwork/prof/a.json', JSON.stringify(prof.profile))
})
