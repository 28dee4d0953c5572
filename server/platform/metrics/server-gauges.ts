import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { OpenDatabase } from '#server/platform/database/connection/open-database.ts'
import type { Build } from './build-version.ts'

export interface WatchedServer {
  build: Build
  dataDir: string
  isReady: () => Promise<boolean>
  /** Absent for the embedded database. */
  countConnections?: OpenDatabase['countConnections']
}

/** Gauges of the server itself. All except the build are read at each scrape. */
export function registerServerGauges(registry: Registry, server: WatchedServer): void {
  const registers = [registry]
  new Gauge({
    name: 'build_info',
    help: 'Always 1; the labels name the version and the hash of the sources that it was built from',
    labelNames: ['version', 'hash'] as const,
    registers,
  }).set({ ...server.build }, 1)
  new Gauge({
    name: 'server_ready',
    help: 'Whether /api/readyz answers 200',
    registers,
    async collect() {
      this.set((await server.isReady()) ? 1 : 0)
    },
  })
  registerDisk(registers, server.dataDir)
  if (server.countConnections) registerConnections(registers, server.countConnections)
}

function registerDisk(registers: Registry[], dataDir: string): void {
  new Gauge({
    name: 'data_disk_bytes',
    help: 'The disk of DATA_DIR: its size, and what is free for the server',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset()
      try {
        const { bsize, blocks, bavail } = await statfs(dataDir)
        this.set({ state: 'size' }, blocks * bsize)
        this.set({ state: 'free' }, bavail * bsize)
      } catch {
        // With PostgreSQL, the folder DATA_DIR may be missing: report no values instead of failing the
        // scrape.
      }
    },
  })
}

function registerConnections(
  registers: Registry[],
  count: NonNullable<WatchedServer['countConnections']>,
): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, open and idle, and callers that wait for one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { total, idle, waiting } = count()
      this.set({ state: 'open' }, total)
      this.set({ state: 'idle' }, idle)
      // The pool serves as many callers as it has idle connections at once; among them are the queries of this scrape.
      this.set({ state: 'waiting' }, Math.max(0, waiting - idle))
    },
  })
}
