import type { EventKind } from '#src/domain/event/event-payload.ts'
import type { EventFields } from '#src/domain/event/market-event.ts'
import type { DemoUser } from './demo-members.ts'
import { demoId } from './demo-random.ts'
import { agoAt, DAY_MS, HOUR_MS } from './demo-time.ts'

export interface DemoEvent extends EventFields {
  id: string
  ownerId: string
  createdAt: string
}

/** An event of the diary: its day, counted from today, and its start and end time in India. */
interface Plan {
  days: number
  from: string
  to: string | null
  kind: EventKind
  title: string
  place: string
  note: string | null
}

const INDIA_OFFSET_MS = 5.5 * HOUR_MS
const FIRST_MADE_DAYS = 30 // the first event was created 30 days ago, each later one a day after the previous

const DIARY: readonly Plan[] = [
  {
    days: -19,
    from: '11:00',
    to: '13:00',
    kind: 'open-house',
    title: 'Open house, 2 BHK in Kothrud',
    place: 'Flat 402, Mayur Colony, Kothrud, Pune 411038',
    note: 'Eleven families came. The Joshis and the Menons want to see it again.',
  },
  {
    days: -12,
    from: '17:30',
    to: '18:15',
    kind: 'site-visit',
    title: 'Second visit with the Menons',
    place: 'Flat 402, Mayur Colony, Kothrud, Pune 411038',
    note: 'They ask for the society dues of the last three years.',
  },
  {
    days: -5,
    from: '10:30',
    to: '12:00',
    kind: 'auction-day',
    title: 'Bank auction, row house in Baner',
    place: 'Subregistrar Office 9, Baner Road, Pune 411045',
    note: 'Went for ₹1,12,00,000. We stopped at ₹1,05,00,000.',
  },
  {
    days: 1,
    from: '09:30',
    to: '10:15',
    kind: 'site-visit',
    title: 'Site visit, plot in Hinjawadi',
    place: 'Phase 3, near Megapolis Circle, Hinjawadi, Pune 411057',
    note: 'Bring the 7/12 extract and the measuring tape.',
  },
  {
    days: 3,
    from: '16:00',
    to: '19:00',
    kind: 'open-house',
    title: 'Open house, 3 BHK in Viman Nagar',
    place: 'Tower B, Lunkad Greens, Viman Nagar, Pune 411014',
    note: 'Visitors park in the basement. The lift to the 9th floor needs a card from the gate.',
  },
  {
    days: 6,
    from: '11:30',
    to: null,
    kind: 'other',
    title: 'Rent agreement, Koregaon Park studio',
    place: 'Lane 5, Koregaon Park, Pune 411001',
    note: 'Both tenants with Aadhaar and two witnesses.',
  },
  {
    days: 13,
    from: '10:00',
    to: '12:30',
    kind: 'auction-day',
    title: 'Auction, shop on Law College Road',
    place: 'District Court, Shivajinagar, Pune 411005',
    note: 'Starting bid ₹84,00,000; the deposit is due two days before.',
  },
  {
    days: 21,
    from: '10:00',
    to: '17:00',
    kind: 'open-house',
    title: 'Weekend open house, villa in Lonavala',
    place: 'Tungarli Lake Road, Lonavala 410401',
    note: null,
  },
]

/** Events of one member in the order of creation: a few past, most upcoming. */
export function makeDemoEvents(now: Date, owner: DemoUser): DemoEvent[] {
  return DIARY.map(({ days, from, to, kind, title, place, note }, index) => ({
    id: demoId('event', index),
    ownerId: owner.id,
    title,
    kind,
    startsAt: momentAt(now, days, from),
    endsAt: to === null ? null : momentAt(now, days, to),
    place,
    note,
    createdAt: agoAt(now, (FIRST_MADE_DAYS - index) * DAY_MS),
  }))
}

/** A time of day in India, this number of days after today. */
function momentAt(now: Date, days: number, time: string): string {
  const india = new Date(now.getTime() + INDIA_OFFSET_MS + days * DAY_MS)
  return new Date(`${india.toISOString().slice(0, 10)}T${time}:00.000+05:30`).toISOString()
}
