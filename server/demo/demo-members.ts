import { NAMES } from './demo-names.ts'
import { demoId, getAt, makeDemoRandom } from './demo-random.ts'
import { agoAt, DAY_MS, HISTORY_MS, HOUR_MS } from './demo-time.ts'
import { PORTRAITS } from './walkthroughs.ts'

export interface DemoUser {
  id: string
  fullName: string | null
  email: string
  phoneNumber: string
  pictureUrl: string | null
  verified: boolean
  createdAt: string
}

const MEMBERS = 72
const FOUNDING_MEMBERS = 14 // joined in the first ten days, so that the first payments have a payer
const FOUNDING_MS = 10 * DAY_MS
const EVENT_OWNER_JOINED_MS = 40 * DAY_MS // the demo's end user joined 40 days ago; her first event is 30 days old
const NAMELESS = [23, 41, 60] // indexes of members who have not entered a name

/** Members, oldest first. The number of new members per month grows. */
export function makeDemoMembers(now: Date): DemoUser[] {
  return Array.from({ length: MEMBERS }, (_, index) => makeMember(now, index))
}

export const DEMO_USER_EMAIL = 'asha.kulkarni@example.in'

/** The demo's end user, who gets events here and listings from server/demo/demo-owners-service.ts. */
export function makeDemoEventOwner(now: Date): DemoUser {
  return {
    id: demoId('user', MEMBERS),
    fullName: 'Asha Kulkarni',
    email: DEMO_USER_EMAIL,
    phoneNumber: '+91 98220 41736',
    pictureUrl: null,
    verified: true,
    createdAt: agoAt(now, EVENT_OWNER_JOINED_MS),
  }
}

function makeMember(now: Date, index: number): DemoUser {
  const random = makeDemoRandom(`member ${index}`)
  const name = nameOf(index)
  const isNameless = NAMELESS.includes(index)
  const [near, far] = [random.whole(10_000, 99_999), random.whole(10_000, 99_999)]
  return {
    id: demoId('user', index),
    fullName: isNameless ? null : name,
    email: emailOf(name, isNameless ? index : null),
    phoneNumber: `+91 ${random.whole(6, 9)}${String(near).slice(1)} ${far}`,
    pictureUrl: isNameless || index % 6 === 5 ? null : portraitOf(index),
    verified: index % 9 !== 7,
    createdAt: agoAt(now, joinedAgoMs(index) - random.between(0, HOUR_MS)),
  }
}

// Cycles through the regions first and the names second, so that no name occurs twice.
function nameOf(index: number): string {
  const region = getAt(NAMES, index)
  const round = Math.floor(index / NAMES.length)
  const given = index % 2 === 0 ? getAt(region.women, round) : getAt(region.men, round)
  return `${given} ${getAt(region.families, round + Math.floor(round / region.families.length))}`
}

/** The names start with a woman and the portraits with a man. Both alternate, so neighbouring indexes are swapped. */
function portraitOf(index: number): string {
  return getAt(PORTRAITS, index % 2 === 0 ? index + 1 : index - 1)
}

function emailOf(name: string, number: number | null): string {
  const plain = name.toLowerCase().replaceAll("'", '').replaceAll(' ', '.')
  return number === null ? `${plain}@example.in` : `member${number}@example.in`
}

function joinedAgoMs(index: number): number {
  if (index < FOUNDING_MEMBERS) return HISTORY_MS - (index / FOUNDING_MEMBERS) * FOUNDING_MS
  const later = (index - FOUNDING_MEMBERS + 1) / (MEMBERS - FOUNDING_MEMBERS + 1)
  // An exponent below one shortens the gaps between new members over time.
  return (HISTORY_MS - FOUNDING_MS - DAY_MS) * (1 - later ** 0.75) + DAY_MS
}
