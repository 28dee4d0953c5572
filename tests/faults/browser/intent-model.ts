// What must be true of the server after a device went through faults, worked out from what was asked of the screen alone.
// Knows the promise, not the product: nothing of the app is imported here.

export type Decision = 'approved' | 'rejected'

/** Something that was asked of the screen. */
export interface Intent {
  listingId: string
  to: Decision
  /** Epoch milliseconds, before the click. */
  askedAt: number
  /** The screen showed it as kept. Else it may or may not have been, and must not have more than one effect. */
  isSaved: boolean
}

/** A row of the server's audit log. */
export interface Effect {
  listingId: string
  to: string | null
  key: string | null
}

/** A request that went by on the network. */
export interface Sighting {
  listingId: string
  to: string
  at: number
}

export interface Finding {
  /** disordered: not in the order of asking, or not asked for at all. */
  kind: 'lost' | 'doubled' | 'disordered'
  words: string
  /** Null when it is about a key. */
  listingId: string | null
}

/** Everything on the server that the intents do not explain. */
export function judgeEffects(
  intents: readonly Intent[],
  effects: readonly Effect[],
  sightings: readonly Sighting[],
): Finding[] {
  const listingIds = new Set([...intents, ...effects].map(({ listingId }) => listingId))
  const findings = [...listingIds].flatMap((listingId) => {
    const own = <Row extends { listingId: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.listingId === listingId)
    const story: Story = {
      intents: own(intents),
      effects: own(effects).map(({ to }) => to),
      sightings: own(sightings),
    }
    if (isExplained(story)) return []
    return [{ kind: kindOf(story), words: `${listingId}: ${wordsOf(story)}`, listingId }]
  })
  return [...findings, ...findRepeatedKeys(effects)]
}

/** One listing's. */
interface Story {
  intents: readonly Intent[]
  effects: readonly (string | null)[]
  sightings: readonly Sighting[]
}

/** How far an explanation has come: what the device has not sent, what the server says, how many effects are used up. */
interface Standing {
  index: number
  unsent: Intent | null
  status: string | null
  used: number
}

const START: Standing = { index: 0, unsent: null, status: 'pending', used: 0 }

/** Whether some course of events leads from the intents to the effects and leaves none of either over. */
function isExplained(story: Story, from: Standing = START): boolean {
  const intent = story.intents[from.index]
  if (!intent) return flush(story, from)?.used === story.effects.length
  const next = { ...from, index: from.index + 1 }
  if (!intent.isSaved && isExplained(story, next)) return true
  const { unsent } = from
  // Two decisions become one only as long as the first has not left the device.
  const mayFold = unsent === null || !wasSeen(story, unsent, intent.askedAt)
  if (mayFold && isExplained(story, { ...next, unsent: intent })) return true
  const flushed = flush(story, next)
  return flushed !== null && isExplained(story, { ...flushed, unsent: intent })
}

/** What was unsent goes out: one effect, none if the server stands there already; null when the log has another. */
function flush({ effects }: Story, standing: Standing): Standing | null {
  const { unsent, status, used } = standing
  if (unsent === null || unsent.to === status) return { ...standing, unsent: null }
  if (effects[used] !== unsent.to) return null
  return { ...standing, unsent: null, status: unsent.to, used: used + 1 }
}

function wasSeen({ sightings }: Story, { to, askedAt }: Intent, before: number): boolean {
  return sightings.some((seen) => seen.to === to && seen.at >= askedAt && seen.at < before)
}

function kindOf(story: Story): Finding['kind'] {
  const intents = story.intents.map((intent) => ({ ...intent, isSaved: false }))
  if (isExplained({ ...story, intents })) return 'lost'
  return intents.some(({ to }) => isMoreOftenDone(story, to)) ? 'doubled' : 'disordered'
}

function isMoreOftenDone({ intents, effects }: Story, to: Decision): boolean {
  const asked = intents.filter((intent) => intent.to === to)
  return effects.filter((done) => done === to).length > asked.length
}

function wordsOf({ intents, effects }: Story): string {
  const asked = intents.map(({ to, isSaved }) => `${to}${isSaved ? ' (saved)' : ''}`)
  return `asked ${asked.join(', ') || 'nothing'}; the server did ${effects.join(', ') || 'nothing'}`
}

/** A key stands for one change: two effects under one key are one change done twice. */
function findRepeatedKeys(effects: readonly Effect[]): Finding[] {
  const keys = effects.flatMap(({ key }) => (key === null ? [] : [key]))
  const repeated = keys.filter((key, index) => keys.indexOf(key) !== index)
  return repeated.map((key) => ({
    kind: 'doubled',
    words: `key ${key} has two effects`,
    listingId: null,
  }))
}
