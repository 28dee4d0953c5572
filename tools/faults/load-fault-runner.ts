import { relative, resolve } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'

type FaultRunner = typeof import('./fault-runner.ts')

const ROOT = resolve(import.meta.dirname, '../..')
const RUNNER = '/tools/faults/fault-runner.ts'

export async function loadFaultRunner(): Promise<FaultRunner> {
  return (await loadThroughVite(RUNNER)) as FaultRunner // the module's exports
}

/** Every file of this repository that a schedule loads: of the product, the simulator and the judge. */
export async function listFaultFiles(): Promise<string[]> {
  const server = await openVite()
  await server.ssrLoadModule(RUNNER)
  const files = [...server.environments.ssr.moduleGraph.fileToModulesMap.keys()]
  await server.close()
  return files
    .map((file) => relative(ROOT, file))
    .filter((file) => !file.startsWith('..') && !file.startsWith('node_modules'))
    .sort()
}

/** Loads a module through Vite, as the tests do, because the product's modules read Vite's build settings. */
export async function loadThroughVite(path: string): Promise<unknown> {
  return (await openVite()).ssrLoadModule(path)
}

function openVite(): Promise<ViteDevServer> {
  return createServer({
    configFile: false,
    root: ROOT,
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: 'error',
  })
}
