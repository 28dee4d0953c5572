import { StorageTroubleError } from '#src/storage/storage-trouble.ts'
import type { SimDevice } from '#tools/faults/sim/sim-device.ts'
import { currentContext } from '#tools/faults/sim/sim-globals.ts'
import type { SimContext } from '#tools/faults/sim/sim-world.ts'
import type { StepFault } from './step-fault.ts'
import type { StepKind } from './step-source.ts'

// Injects a fault at one step: an awaited operation in the source of the outbox and of the code that it uses.
// step-plugin.ts rewrites that source so that it calls `before` and `at` around each step.

/** One fault to inject when a step is reached for the nth time, where n is `occurrence`, starting at 1. */
export interface Armed {
  step: string
  kind: StepKind
  occurrence: number
  fault: StepFault
}

const FREEZE_MS = 60_000
const NO_ROOM = new DOMException('full', 'QuotaExceededError')
const NEVER = new Promise<never>(() => undefined)

/** The functions that the rewritten source calls around each step. */
interface Asked {
  before(step: string): Promise<never> | undefined
  at(step: string, awaited: unknown): unknown
}

/** Counts how often each step of a run is reached, and injects the fault at one of them. */
export class ArmedStep implements Asked {
  readonly reached = new Map<string, number>()
  isPlayed = false
  private readonly devices = new Map<SimContext, SimDevice>()
  /** True from `before` to `at` of the occurrence that gets the fault. */
  private isDue = false

  constructor(
    private readonly armed: Armed | null,
    private readonly moments: { from: number; until: number },
  ) {}

  /** Makes the rewritten source call this object, until the returned function is called. */
  listen(): () => void {
    const place = globalThis as { stepFaults?: Asked } // the rewritten source reads this global
    place.stepFaults = this
    return () => {
      delete place.stepFaults
    }
  }

  /** Stores the device of the tab or worker whose code is running. Without this, its steps get no faults. */
  learn(device: SimDevice): void {
    const context = currentContext()
    if (context) this.devices.set(context, device)
  }

  before(step: string): Promise<never> | undefined {
    const context = currentContext()
    const device = context && this.devices.get(context)
    if (!context || !device) return undefined
    if (context.isDead) return NEVER
    const { nowMs } = device.world
    if (nowMs < this.moments.from || nowMs >= this.moments.until) return undefined
    const count = (this.reached.get(step) ?? 0) + 1
    this.reached.set(step, count)
    const { armed } = this
    if (armed?.step !== step || armed.occurrence !== count) return undefined
    this.isPlayed = true
    if (armed.fault === 'killed-before') return this.kill(device, context)
    if (armed.fault === 'fails' || armed.fault === 'full') {
      device.disturb('storage')
      return Promise.reject(armed.fault === 'full' ? NO_ROOM : errorOf(armed))
    }
    this.isDue = true
    return undefined
  }

  at(step: string, awaited: unknown): unknown {
    const context = currentContext()
    const { armed } = this
    if (!this.isDue || !context || armed?.step !== step) return awaited
    const device = this.devices.get(context)
    if (!device) return awaited
    this.isDue = false
    return this.befall(armed, awaited, device, context)
  }

  private befall(armed: Armed, awaited: unknown, device: SimDevice, context: SimContext): unknown {
    switch (armed.fault) {
      case 'killed-during':
        ignore(awaited)
        return this.kill(device, context)
      case 'browser-killed':
        ignore(awaited)
        return this.killAll(device)
      case 'frozen-during':
        freeze(device, context)
        return awaited
      case 'connection-broken':
        queueMicrotask(() => breakConnections(device, context))
        return awaited
      default:
        return this.afterwards(armed, awaited, device, context)
    }
  }

  private async afterwards(
    armed: Armed,
    awaited: unknown,
    device: SimDevice,
    context: SimContext,
  ): Promise<unknown> {
    const { fault } = armed
    // The faults 'killed-after' and 'fails-after' wait for the operation but drop its result.
    if (fault === 'killed-after') {
      await settled(awaited)
      return this.kill(device, context)
    }
    if (fault === 'fails-after') {
      await settled(awaited)
      device.disturb(armed.kind === 'commit' ? 'commit-unknown' : 'storage')
      throw errorOf(armed)
    }
    try {
      return await awaited
    } finally {
      if (fault === 'frozen-after') freeze(device, context)
      if (fault === 'connection-broken-after') breakConnections(device, context)
    }
  }

  /** Kills the tab or worker after the current call has returned: simulated storage must not change during a call. */
  private kill(device: SimDevice, context: SimContext): Promise<never> {
    queueMicrotask(() => {
      for (const client of [...device.clients]) if (client.context === context) device.kill(client)
    })
    return NEVER
  }

  private killAll(device: SimDevice): Promise<never> {
    queueMicrotask(() => {
      for (const client of [...device.clients]) device.kill(client)
    })
    return NEVER
  }
}

function breakConnections(device: SimDevice, context: SimContext): void {
  device.disturb('storage')
  device.storage.breakConnections(context)
}

function freeze(device: SimDevice, context: SimContext): void {
  const { world } = device
  world.freeze(context)
  world.after(world.ground, FREEZE_MS, () => world.thaw(context))
}

function errorOf({ kind, step }: Armed): Error {
  if (kind === 'network') return new TypeError('Failed to fetch')
  if (kind === 'whole') return new StorageTroubleError('lost', step)
  return new DOMException('Connection lost.', 'UnknownError')
}

async function settled(awaited: unknown): Promise<void> {
  try {
    await awaited
  } catch {
    // Only waits for the end; the result does not matter.
  }
}

function ignore(awaited: unknown): void {
  void settled(awaited)
}
