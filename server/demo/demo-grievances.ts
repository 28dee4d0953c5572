import type { GrievanceRow } from '#server/platform/database/rows/grievance-rows.ts'
import type { GrievanceKind } from '#src/domain/grievance/grievance.ts'
import { grievanceDueAt } from '#src/domain/grievance/grievance-periods.ts'
import { demoId } from './demo-random.ts'
import { agoAt, DAY_MS, HOUR_MS } from './demo-time.ts'

interface Story {
  agoMs: number
  kind: GrievanceKind
  name: string
  email: string | null
  phoneNumber: string | null
  text: string
  /** The answer, and how long after the grievance it was given. */
  answer?: { text: string; afterMs: number }
}

/** Of visitors: one is late, one is due soon, two are new, and one is answered. */
const STORIES: readonly Story[] = [
  {
    agoMs: 3 * HOUR_MS,
    kind: 'person',
    name: 'Farhan Qureshi',
    email: null,
    phoneNumber: '+91 98200 41736',
    text: 'Somebody calls from your site and asks for a token amount before a visit.',
  },
  {
    agoMs: 2 * DAY_MS,
    kind: 'personal-data',
    name: 'Leela Menon',
    email: 'leela.menon@example.in',
    phoneNumber: null,
    text: 'My number is in a description.\nPlease take it out.',
  },
  {
    agoMs: 14 * DAY_MS,
    kind: 'listing',
    name: 'Gurpreet Gill',
    email: 'gurpreet.gill@example.in',
    phoneNumber: '+91 98140 55210',
    text: 'The photos show my flat, which is not for sale.',
  },
  {
    agoMs: 16 * DAY_MS,
    kind: 'other',
    name: 'Sarita Deshmukh',
    email: 'sarita.deshmukh@example.in',
    phoneNumber: null,
    text: 'I paid for a boost twice and got one of the payments back only.',
  },
  {
    agoMs: 30 * DAY_MS,
    kind: 'listing',
    name: 'Thomas Kurian',
    email: 'thomas.kurian@example.in',
    phoneNumber: null,
    text: 'The rent on the page is half of what the owner asks for.',
    answer: { text: 'Thank you. The owner has corrected the rent.', afterMs: 2 * DAY_MS },
  },
]

/** `answeredBy` is the account that the answer names. */
export function makeDemoGrievances(now: Date, answeredBy: string): GrievanceRow[] {
  return STORIES.map(({ agoMs, kind, name, email, phoneNumber, text, answer }, index) => {
    const createdAt = agoAt(now, agoMs)
    return {
      id: demoId('grievance', index),
      number: `G-1000-000${index}`,
      user_id: null,
      kind,
      listing: null,
      name,
      email,
      phone_number: phoneNumber,
      text,
      created_at: createdAt,
      due_at: grievanceDueAt(kind, new Date(createdAt)).toISOString(),
      answer: answer?.text ?? null,
      answered_at: answer ? agoAt(now, agoMs - answer.afterMs) : null,
      answered_by: answer ? answeredBy : null,
    }
  })
}
