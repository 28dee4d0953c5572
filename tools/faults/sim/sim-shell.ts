import { startWorkerLife, type WorkerEvent } from '#src/service-worker/worker-activation.ts'
import type { SimContext } from './sim-world.ts'

// The builds of the app on one device: the active worker, the waiting worker, and the cached files. A worker caches all files
// of its build at its installation, and deletes those of other builds at its activation.

/** Code that is loaded only when its screen is opened. */
const CHUNKS = ['listings', 'members', 'loans', 'outbox'] as const

type Moment = 'install' | 'activate' | 'message'

/** The parts of a worker's global scope that its lifecycle uses. */
export interface SimWorkerScope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: Moment, listener: (event: WorkerEvent) => void): void
}

interface BuildWorker {
  build: number
  hear(type: Moment, data?: unknown): void
  isImpatient: boolean
}

export class SimShell {
  private active: BuildWorker | null = null
  private waiting: BuildWorker | null = null
  private readonly cached = new Set<string>()
  private readonly buildOf = new WeakMap<SimContext, number>()

  constructor(
    private readonly listPages: () => readonly SimContext[],
    private readonly addToWorker: (scope: SimWorkerScope) => void = () => undefined,
  ) {}

  /** A new page gets the active worker's build, or the server's build if there is no worker yet. */
  openPage(page: SimContext, published: number): void {
    this.buildOf.set(page, this.active?.build ?? published)
  }

  /** The browser checks for a new build. */
  update(published: number): void {
    const newest = this.waiting ?? this.active
    if (newest?.build === published) return
    const worker = this.makeWorker(published)
    this.waiting = worker
    for (const chunk of CHUNKS) this.cached.add(nameOf(published, chunk))
    worker.hear('install')
    this.settle()
  }

  /** The person accepts the waiting update. */
  accept(): void {
    this.waiting?.hear('message', { type: 'SKIP_WAITING' })
    this.settle()
  }

  /** Activates the waiting worker if it called skipWaiting(), no page is open, or no worker is active. */
  settle(): void {
    const { waiting } = this
    if (!waiting) return
    const isFree = this.active === null || this.listPages().length === 0
    if (!isFree && !waiting.isImpatient) return
    this.active = waiting
    this.waiting = null
    for (const name of this.cached) {
      if (!name.startsWith(nameOf(waiting.build, ''))) this.cached.delete(name)
    }
    waiting.hear('activate')
  }

  /** Whether a page can load the code of a screen that it has not opened before. */
  canOpen(page: SimContext, screen: number, published: number, isReachable: boolean): boolean {
    const build = this.buildOf.get(page) ?? published
    const chunk = CHUNKS[screen % CHUNKS.length] ?? CHUNKS[0]
    // The server has the files of its own build only.
    return this.cached.has(nameOf(build, chunk)) || (isReachable && build === published)
  }

  private makeWorker(build: number): BuildWorker {
    const events = new EventTarget()
    const worker: BuildWorker = {
      build,
      isImpatient: false,
      hear(type, data) {
        events.dispatchEvent(Object.assign(new Event(type), { data, waitUntil: () => undefined }))
      },
    }
    const scope: SimWorkerScope = {
      clients: { claim: async () => undefined },
      async skipWaiting() {
        worker.isImpatient = true
      },
      addEventListener(type, listener) {
        events.addEventListener(type, listener as unknown as EventListener) // `hear` adds the other fields
      },
    }
    startWorkerLife(scope)
    this.addToWorker(scope)
    return worker
  }
}

function nameOf(build: number, chunk: string): string {
  return `build-${build}/${chunk}`
}
