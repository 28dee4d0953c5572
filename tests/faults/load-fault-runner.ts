import { resolve } from 'node:path'
import { createServer } from 'vite'

type FaultRunner = typeof import('./fault-runner.ts')

/** Loads the runner through Vite, as the tests do: the product's modules ask for the settings of a build. */
export async function loadFaultRunner(): Promise<FaultRunner> {
  const server = await createServer({
    configFile: false,
    root: resolve(import.meta.dirname, '../..'),
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: 'error',
  })
  return (await server.ssrLoadModule('/tests/faults/fault-runner.ts')) as FaultRunner // that file's exports
}
