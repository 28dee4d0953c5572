import { it } from 'vitest'
import { catchDesign, judgeSeed } from './calibrate-design.ts'
import { WRONG_DESIGNS } from './designs/wrong-designs.ts'
import { startSimServer } from './sim/sim-server.ts'

it('x', async () => {
  const server = await startSimServer()
  const only = process.env['ONLY']
  const most = Number(process.env['MOST'] ?? 100)
  for (const [name, design] of WRONG_DESIGNS) {
    if (only && !only.split(',').some((one) => name.includes(one))) continue
    const t = process.cpuUsage().user
    try {
      const caught = await catchDesign(
        server,
        design,
        Array.from({ length: most }, (_, i) => i + 1),
      )
      const green = caught ? (await judgeSeed(server, caught.seed)).length === 0 : null
      console.log(
        name,
        '|',
        caught?.seed ?? 'SURVIVES',
        green,
        (process.cpuUsage().user - t) / 1e6,
        caught?.violations.slice(0, 2).map((v) => `${v.rule} ${v.detail.slice(0, 200)}`),
      )
    } catch (e) {
      console.log(name, 'CRASH', e)
    }
  }
}, 600000)
