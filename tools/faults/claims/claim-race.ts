import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

// Several processes claim the same listings at once. No listing may be granted to two people at the same time.

const RACER = join(import.meta.dirname, 'claim-racer.ts')

export interface RacerOrders {
  /** The URL of the database. */
  place: string
  seed: number
  people: readonly { id: string; device: string }[]
  listings: readonly string[]
  acquisitions: number
}

/** A granted claim, a renewal or the end of a batch, with its times in epoch milliseconds. */
export interface RaceEvent {
  listingId: string
  personId: string
  /** When the claim began, which a renewal does not change. */
  since: number
  until: number
  fence: number
  isTaken: boolean
  /** Whether the person gave the listing back at `until`, if it was theirs by then. */
  isGivenBack: boolean
}

/** Runs one process for each seed. @throws if one of them fails */
export async function raceForClaims(
  orders: Omit<RacerOrders, 'seed'>,
  seeds: readonly number[],
): Promise<RaceEvent[]> {
  const parts = await Promise.all(seeds.map((seed) => runRacer({ ...orders, seed })))
  return parts.flat()
}

async function runRacer(orders: RacerOrders): Promise<RaceEvent[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', RACER, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '' },
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`a racer ended with ${code}`)
  return JSON.parse(said) as RaceEvent[] // printed by claim-racer.ts
}

/** What went wrong: a claim that two people have, a fence that is missing, a grant before the end of the one before. */
export function judgeRace(events: readonly RaceEvent[]): string[] {
  return [...groupBy(events, ({ listingId }) => listingId)].flatMap(([listingId, own]) => {
    const byFence = [...groupBy(own, ({ fence }) => fence)].sort(([one], [other]) => one - other)
    return byFence.flatMap(([fence, grants], index) => {
      const before = byFence[index - 1]?.[1] ?? []
      const found = [
        new Set(grants.map(({ personId }) => personId)).size > 1 && 'two people have it',
        fence !== index + 1 && `the fence before it is ${byFence[index - 1]?.[0] ?? 'none'}`,
        isTooEarly(grants, before) && 'it began before the end of the one before',
      ]
      return found.flatMap((what) =>
        what ? [`listing ${listingId}, fence ${fence}: ${what}`] : [],
      )
    })
  })
}

/** Whether the claim began while the one before was alive, and was not taken over from it. */
function isTooEarly(grants: readonly RaceEvent[], before: readonly RaceEvent[]): boolean {
  const began = Math.min(...grants.map(({ since }) => since))
  const untilOf = (ones: readonly RaceEvent[]) => ones.map(({ until }) => until)
  const granted = before.filter(({ isGivenBack }) => !isGivenBack)
  const givenBack = before.filter(({ isGivenBack }) => isGivenBack)
  // A claim that was over before it was given back ended in time.
  const ended = Math.min(Math.max(0, ...untilOf(granted)), ...untilOf(givenBack))
  return began < ended && !grants.some(({ isTaken }) => isTaken)
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
