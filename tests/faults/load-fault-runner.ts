import { relative, resolve } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'

type FaultRunner = typeof import('./fault-runner.ts')

const ROOT = resolve(import.meta.dirname, '../..')
const RUNNER = '/tests/faults/fault-runner.ts'

export async function loadFaultRunner(): Promise<FaultRunner> {
  return (await loadThroughVite(RUNNER)) as FaultRunner // that file's exports
}

/** Every file of this repository that a schedule runs through: of the product, of the simulator, and of its judge. */
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

/** Loads a module through Vite, as the tests do: the product's modules ask for the settings of a build. */
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
