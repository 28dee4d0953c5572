import type { Change } from '#src/domain/change.ts'
import type { AskedAssignment } from '#tools/faults/model/desk-rules.ts'
import type { Intent } from '#tools/faults/model/intent.ts'
import type { Look } from '#tools/faults/model/run-record.ts'
import type { AskedPhotos } from '#tools/faults/model/visit-rules.ts'
import type { SimDevice } from '#tools/faults/sim/sim-device.ts'
import type { Inherited } from '#tools/faults/sim/sim-leftovers.ts'
import type { SimTab } from '#tools/faults/sim/sim-tab.ts'

// Records what people do, and what their screens show: messages about these actions, and the statuses of records.

type Asked = Pick<
  Intent,
  'entity' | 'record' | 'deed' | 'explains' | 'device' | 'actorId' | 'askedAt' | 'callsBefore'
>

interface LostNote {
  changes: { key: string }[]
}

export class IntentLog {
  readonly intents: Intent[] = []
  readonly looks: Look[] = []
  readonly assignments: AskedAssignment[] = []
  readonly visitPhotos: AskedPhotos[] = []
  /** Of each decision in a batch, the status that the screen showed before. */
  readonly before = new Map<Intent, string>()
  readonly told = new Map<string, Set<string>>()

  ask(tab: SimTab, what: Pick<Intent, 'entity' | 'record' | 'deed' | 'explains'>): Intent {
    const { device, session } = tab
    return this.add({
      ...what,
      device: device.label,
      actorId: session.findUserId() ?? '',
      askedAt: device.world.nowMs,
      callsBefore: device.network.calls.length,
    })
  }

  /** Adds a decision that an earlier build of the app confirmed as saved. */
  inherit({ label, world }: SimDevice, actorId: string, { key, record, deed }: Inherited): void {
    const { nowMs } = world
    const asked = {
      entity: 'listing',
      record,
      deed,
      device: label,
      actorId,
      askedAt: nowMs,
    } as const
    const intent = this.add({ ...asked, callsBefore: 0 })
    Object.assign(intent, { state: 'saved', key, answeredAt: nowMs, intentsAtReaction: intent.n })
  }

  /** Adds an intent at the current time, in state 'asked'. */
  add(asked: Asked): Intent {
    const n = this.intents.length
    const unanswered = {
      state: 'asked',
      answeredAt: null,
      intentsAtReaction: null,
      key: null,
    } as const
    const intent: Intent = { ...asked, n, place: n, ...unanswered, end: null }
    this.intents.push(intent)
    return intent
  }

  answer(tab: SimTab, intent: Intent, state: Intent['state'], key: string | null): void {
    const answeredAt = tab.device.world.nowMs
    Object.assign(intent, { state, key, answeredAt, intentsAtReaction: this.intents.length })
  }

  /** Logs the screen's reaction to an intent. If `queue` fails, the screen reports that the change was not saved. */
  async settle(
    tab: SimTab,
    intent: Intent,
    queue: () => ReturnType<SimTab['outbox']['queueEvent']>,
  ): Promise<void> {
    try {
      const { change, outcome } = await queue()
      this.answer(tab, intent, outcome === 'queued' ? 'saved' : outcome, change?.key ?? null)
    } catch {
      this.answer(tab, intent, 'refused', null)
    }
  }

  tell(key: string, word: string): void {
    this.told.set(key, (this.told.get(key) ?? new Set()).add(word))
  }

  /** Records the outbox's messages about conflicting and parked changes. */
  tellStuck(changes: readonly Change[]): void {
    for (const { key, state, lastError } of changes) {
      if (state === 'conflict') this.tell(key, 'conflict')
      if (state === 'parked') this.tell(key, `refused-${lastError?.status}`)
    }
  }

  /** Records the changes that the device's notices report as lost. */
  tellLost({ localStorage }: SimDevice): void {
    const names = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '')
    for (const name of names.filter((one) => one.startsWith('lost-changes:'))) {
      const { changes } = JSON.parse(localStorage.getItem(name) ?? '') as LostNote // written by lost-change-detector.ts
      for (const { key } of changes) this.tell(key, 'lost')
    }
  }

  tellHeard(tab: SimTab): void {
    for (const { change, result, willRetry } of tab.heard) {
      if (result === 'conflict' || result === 'already-done') this.tell(change.key, result)
      else if (result === 'declined') this.tell(change.key, result)
      else if (result === 'error-answer' && !willRetry) this.tell(change.key, 'refused')
    }
  }
}
