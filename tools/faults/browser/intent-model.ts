// Judges whether the effects on the server follow from the decisions made on the screen and the requests that the
// network saw. Models the guarantee, not the implementation: imports nothing of the app.

export type Decision = 'approved' | 'rejected'

/** A decision that somebody made on the screen. */
export interface Intent {
  listingId: string
  to: Decision
  /** Epoch milliseconds, before the click. */
  askedAt: number
  /** Whether the screen showed the decision as saved. A decision not shown as saved may have no effect. */
  isSaved: boolean
}

/** A row of the server's audit log. */
export interface Effect {
  listingId: string
  to: string | null
  key: string | null
}

/** A request for a listing's new status, as the network saw it. */
export interface Sighting {
  listingId: string
  to: string
  at: number
}

export interface Finding {
  /** disordered: effects in another order than the intents, or without an intent. */
  kind: 'lost' | 'doubled' | 'disordered'
  words: string
  /** Null when the finding is about an idempotency key. */
  listingId: string | null
}

/** Finds the listings whose effects do not follow from the intents, and the idempotency keys with two effects. */
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

/** The intents, effects and requests of one listing. */
interface Story {
  intents: readonly Intent[]
  effects: readonly (string | null)[]
  sightings: readonly Sighting[]
}

/** A state of the search: index of the next intent, queued intent, the server's status, number of matched effects. */
interface Standing {
  index: number
  unsent: Intent | null
  status: string | null
  used: number
}

const START: Standing = { index: 0, unsent: null, status: 'pending', used: 0 }

/** Whether a sequence of events exists that leads from the intents to exactly these effects. */
function isExplained(story: Story, from: Standing = START): boolean {
  const intent = story.intents[from.index]
  if (!intent) return flush(story, from)?.used === story.effects.length
  const next = { ...from, index: from.index + 1 }
  if (!intent.isSaved && isExplained(story, next)) return true
  const { unsent } = from
  // A new decision may replace the queued one unless the network saw a request for the queued one.
  const mayFold = unsent === null || !wasSeen(story, unsent, intent.askedAt)
  if (mayFold && isExplained(story, { ...next, unsent: intent })) return true
  const flushed = flush(story, next)
  return flushed !== null && isExplained(story, { ...flushed, unsent: intent })
}

/**
 * Matches the queued intent with the next effect. Null if the two differ. An intent for the status that the server has
 * already needs no effect.
 */
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

/** Each change has its own key, so two effects with the same key mean that a change was applied twice. */
function findRepeatedKeys(effects: readonly Effect[]): Finding[] {
  const keys = effects.flatMap(({ key }) => (key === null ? [] : [key]))
  const repeated = keys.filter((key, index) => keys.indexOf(key) !== index)
  return repeated.map((key) => ({
    kind: 'doubled',
    words: `key ${key} has two effects`,
    listingId: null,
  }))
}
