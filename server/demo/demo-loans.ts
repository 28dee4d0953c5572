import type { DemoUser } from './demo-members.ts'
import { demoId, getAt, makeDemoRandom } from './demo-random.ts'
import { agoAt, HOUR_MS } from './demo-time.ts'

export interface DemoLoan {
  id: string
  userId: string
  occupationType: string | null
  incomePaise: number | null
  panNumber: string | null
  createdAt: string
}

const LOANS = 32
const PAISE = 100 // per rupee
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Monthly income range in rupees, by occupation. */
const OCCUPATIONS = [
  { name: 'Salaried', least: 38_000, most: 240_000 },
  { name: 'Self-employed', least: 30_000, most: 310_000 },
  { name: 'Business owner', least: 60_000, most: 450_000 },
  { name: 'Government employee', least: 42_000, most: 150_000 },
  { name: 'Professional', least: 70_000, most: 360_000 },
  { name: 'Retired', least: 24_000, most: 80_000 },
]

/** Loan applications, newest first. Applicants joined before they applied. */
export function makeDemoLoans(now: Date, members: readonly DemoUser[]): DemoLoan[] {
  const loans = Array.from({ length: LOANS }, (_, index) =>
    // Takes every fifth member. 5 is coprime to their number, so nobody applies twice.
    makeLoan(now, index, getAt(members, index * 5)),
  )
  return loans.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}

function makeLoan(now: Date, index: number, applicant: DemoUser): DemoLoan {
  const random = makeDemoRandom(`loan ${index}`)
  const occupation = getAt(OCCUPATIONS, index)
  const memberForMs = now.getTime() - Date.parse(applicant.createdAt)
  return {
    id: demoId('loan', index),
    userId: applicant.id,
    occupationType: index % 16 === 9 ? null : occupation.name,
    incomePaise:
      index % 16 === 13
        ? null
        : Math.round(random.between(occupation.least, occupation.most) / 500) * 500 * PAISE,
    panNumber: index % 16 === 5 ? null : makePan(applicant, index),
    createdAt: agoAt(now, random.between(HOUR_MS, memberForMs - HOUR_MS)),
  }
}

// The fourth letter of an individual's PAN is P, and the fifth is the initial of the family name.
function makePan(applicant: DemoUser, index: number): string {
  const random = makeDemoRandom(`pan ${index}`)
  const family = applicant.fullName?.split(' ').at(-1)?.charAt(0) ?? 'X'
  return `${random.characters(LETTERS, 3)}P${family}${random.whole(1_000, 9_999)}${random.pick([...LETTERS])}`
}
