import type { SeededRandom } from './seeded-random.ts'

// The scheduler and clock of a simulated world. Every task belongs to a context (a tab, a worker, or one for everything else),
// a seed decides which context runs next, and the clock advances only when no task is ready. Knows nothing about the tasks.

/** The start time of every run in epoch milliseconds, by the world's clock. A device's clock may differ from it. */
export const START_MS = Date.UTC(2026, 6, 1, 6)

/** A unit that runs code. It can be frozen, as a browser freezes a tab, or killed, as by a power loss. */
export interface SimContext {
  readonly name: string
  isFrozen: boolean
  isDead: boolean
}

interface Task {
  context: SimContext
  run: () => void | Promise<void>
}

interface Timer extends Task {
  id: number
  at: number
}

/** More turns than any schedule needs. A world that needs more has an endless loop in the tested code. */
const MOST_TURNS = 400_000
const realSetImmediate = globalThis.setImmediate

export class SimWorld {
  /** Epoch milliseconds of true time; a device's clock may differ. */
  nowMs: number
  readonly random: SeededRandom
  /** The context whose turn it is. The timers that its code sets belong to it. */
  current: SimContext
  /** The shared context of the network, the server and the databases' internal work. Is never frozen or killed. */
  readonly ground: SimContext = { name: 'ground', isFrozen: false, isDead: false }
  /** Errors that tasks threw. */
  readonly unhandled: unknown[] = []
  private readonly ready = new Map<SimContext, Task[]>()
  private readonly timers = new Map<number, Timer>()
  private lastTimer = 0
  private turns = 0

  constructor(random: SeededRandom, startMs: number) {
    this.random = random
    this.nowMs = startMs
    this.current = this.ground
  }

  context(name: string): SimContext {
    return { name, isFrozen: false, isDead: false }
  }

  /** Appends a task to the queue of a context; each queue is FIFO. */
  enqueue(context: SimContext, run: Task['run']): void {
    if (context.isDead) return
    const queue = this.ready.get(context)
    if (queue) queue.push({ context, run })
    else this.ready.set(context, [{ context, run }])
  }

  /** Runs a task after a delay. The timer of a frozen context waits until the context is thawed. */
  after(context: SimContext, delayMs: number, run: Task['run']): number {
    this.lastTimer += 1
    const at = this.nowMs + Math.max(0, delayMs)
    this.timers.set(this.lastTimer, { id: this.lastTimer, at, context, run })
    return this.lastTimer
  }

  cancel(timer: number): void {
    this.timers.delete(timer)
  }

  freeze(context: SimContext): void {
    context.isFrozen = true
  }

  thaw(context: SimContext): void {
    context.isFrozen = false
  }

  /** Discards all tasks and timers of the context, as when its process is killed. */
  kill(context: SimContext): void {
    context.isDead = true
    this.ready.delete(context)
    for (const timer of this.timers.values())
      if (timer.context === context) this.timers.delete(timer.id)
  }

  /** Runs work in a context at once, including the microtasks that follow. */
  async as<Result>(context: SimContext, work: () => Result): Promise<Awaited<Result>> {
    this.current = context
    const result = work() as Awaited<Result> // the return below awaits it, if it is a promise
    await this.settleMicrotasks()
    this.current = this.ground
    return result
  }

  /** Runs work in a context until it is done. @throws if it takes longer than a minute of simulated time */
  async complete<Result>(context: SimContext, work: () => Promise<Result>): Promise<Result> {
    const result = await this.runFor(this.as(context, work), 60_000)
    if (result === 'late') throw new Error(`${context.name} does not come to its end.`)
    return result as Result // 'late' was handled above
  }

  /** Advances the clock to this time and runs all tasks that become due. */
  async runUntil(untilMs: number): Promise<void> {
    for (;;) {
      const task = this.takeReady() ?? this.takeTimer(untilMs)
      if (!task) break
      await this.turn(task)
    }
    this.nowMs = Math.max(this.nowMs, untilMs)
  }

  /** Runs `count` turns, or fewer if no other task becomes due within `mostMs` of simulated time. */
  async runTurns(count: number, mostMs: number): Promise<void> {
    const untilMs = this.nowMs + mostMs
    for (let turn = 0; turn < count; turn += 1) {
      const task = this.takeReady() ?? this.takeTimer(untilMs)
      if (!task) return
      await this.turn(task)
    }
  }

  /** Runs until `work` is settled. Returns 'late' if no task within `mostMs` settles it. @throws its rejection */
  async runFor<Result>(work: Promise<Result>, mostMs: number): Promise<Result | 'late'> {
    let outcome: { value: Result } | { error: unknown } | null = null
    work.then(
      (value) => {
        outcome = { value }
      },
      (error: unknown) => {
        outcome = { error }
      },
    )
    const untilMs = this.nowMs + mostMs
    for (;;) {
      await this.settleMicrotasks()
      if (outcome) break
      const task = this.takeReady() ?? this.takeTimer(untilMs)
      if (!task) return 'late'
      await this.turn(task)
    }
    if ('error' in outcome) throw (outcome as { error: unknown }).error
    return (outcome as { value: Result }).value
  }

  private async turn(task: Task): Promise<void> {
    this.turns += 1
    if (this.turns > MOST_TURNS) throw new Error('The simulated world does not come to rest.')
    if (task.context.isDead) return
    this.current = task.context
    try {
      // A task that returns a promise (the server's handling of one request) runs as a single step.
      await task.run()
    } catch (error) {
      this.unhandled.push(error)
    }
    await this.settleMicrotasks()
    this.current = this.ground
  }

  private takeReady(): Task | null {
    const contexts = [...this.ready.keys()].filter((context) => !context.isFrozen)
    if (contexts.length === 0) return null
    const context = contexts.length === 1 ? contexts[0] : this.random.pick(contexts)
    const queue = context && this.ready.get(context)
    const task = queue?.shift()
    if (context && queue?.length === 0) this.ready.delete(context)
    return task ?? null
  }

  private takeTimer(untilMs: number): Task | null {
    let first: Timer | null = null
    for (const timer of this.timers.values()) {
      if (timer.context.isFrozen) continue
      if (!first || timer.at < first.at || (timer.at === first.at && timer.id < first.id))
        first = timer
    }
    if (!first || first.at > untilMs) return null
    this.timers.delete(first.id)
    this.nowMs = Math.max(this.nowMs, first.at)
    return first
  }

  /** Resolves after the microtask queue is empty: setImmediate runs after all microtasks. */
  private settleMicrotasks(): Promise<void> {
    return new Promise((resolve) => {
      realSetImmediate(resolve)
    })
  }
}
