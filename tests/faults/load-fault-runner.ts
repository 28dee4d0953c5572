import { resolve } from 'node:path'
import { createServer } from 'vite'

type FaultRunner = typeof import('./fault-runner.ts')

export async function loadFaultRunner(): Promise<FaultRunner> {
  return (await loadThroughVite('/tests/faults/fault-runner.ts')) as FaultRunner // that file's exports
}

/** Loads a module through Vite, as the tests do: the product's modules ask for the settings of a build. */
export async function loadThroughVite(path: string): Promise<unknown> {
  const server = await createServer({
    configFile: false,
    root: resolve(import.meta.dirname, '../..'),
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: 'error',
  })
  return server.ssrLoadModule(path)
}
