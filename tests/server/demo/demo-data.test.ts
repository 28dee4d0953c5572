import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type DemoData, makeDemoData } from '#server/demo/demo-data.ts'
import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import { formatDateTime, formatTime } from '#src/domain/dates.ts'
import { EVENT_KINDS, EventFormSchema } from '#src/domain/event/event-payload.ts'
import { LISTING_STATUSES } from '#src/domain/listing/listing.ts'

const NOW = new Date('2026-02-14T08:20:00.000Z')
const DAY_MS = 86_400_000
const FOURTEEN_MONTHS_MS = 427 * DAY_MS
const data = makeDemoData(NOW)
const count = <T>(list: readonly T[], test: (item: T) => boolean) => list.filter(test).length

describe('the demo as a whole', () => {
  it('has enough records of each kind', () => {
    expect(data.listings.length).toBeGreaterThanOrEqual(130)
    expect(data.users.length).toBeGreaterThanOrEqual(64)
    expect(data.loans).toHaveLength(32)
    expect(data.transactions).toHaveLength(220)
  })

  it('is the same each time it is created for the same moment', () => {
    expect(makeDemoData(NOW)).toEqual(data)
  })

  it('has the same ids if it is created for another moment', () => {
    const later = makeDemoData(new Date(NOW.getTime() + 40 * DAY_MS))
    const ids = ({ users, listings }: DemoData) => [...users, ...listings].map(({ id }) => id)
    expect(ids(later)).toEqual(ids(data))
    expect(later.listings[0]?.createdAt).not.toBe(data.listings[0]?.createdAt)
  })

  it('gives every record its own id of 24 hexadecimal characters', () => {
    const { users, listings, transactions, loans, events } = data
    const records = [...users, ...listings, ...transactions, ...loans, ...events]
    for (const { id } of records) expect(id).toMatch(/^[0-9a-f]{24}$/)
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
    expect(new Set(data.listings.map(({ id }) => id.slice(-6))).size).toBe(data.listings.length)
  })

  it('has only records that were created within the last fourteen months', () => {
    for (const { createdAt } of [...data.users, ...data.listings, ...data.transactions]) {
      const ageMs = NOW.getTime() - Date.parse(createdAt)
      expect(new Date(createdAt).toISOString()).toBe(createdAt)
      expect(ageMs).toBeGreaterThan(0)
      expect(ageMs).toBeLessThan(FOURTEEN_MONTHS_MS)
    }
  })

  it('can be created on any day of a year', () => {
    for (let days = 0; days < 365; days += 13) {
      expect(() => makeDemoData(new Date(NOW.getTime() + days * DAY_MS))).not.toThrow()
    }
  })

  it('has only records of members, created after they joined', () => {
    const joined = new Map(data.users.map(({ id, createdAt }) => [id, createdAt]))
    const records = [
      ...data.listings.map(({ ownerId, createdAt }) => ({ userId: ownerId, createdAt })),
      ...data.transactions,
      ...data.loans,
      ...data.events.map(({ ownerId, createdAt }) => ({ userId: ownerId, createdAt })),
    ]
    for (const { userId, createdAt } of records) {
      expect(joined.get(userId) ?? 'nobody').toSatisfy((day: string) => day < createdAt)
    }
  })
})

describe('members', () => {
  it('have unique names, and Indian phone numbers and e-mail addresses', () => {
    const names = data.users.flatMap(({ fullName }) => fullName ?? [])
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(data.users.map(({ email }) => email)).size).toBe(data.users.length)
    for (const { email, phoneNumber } of data.users) {
      expect(email).toMatch(/^[a-z0-9.]+@example\.in$/)
      expect(phoneNumber).toMatch(/^\+91 [6-9]\d{4} \d{5}$/)
    }
  })

  it('have no name or no picture in some cases', () => {
    expect(count(data.users, (user) => user.fullName === null)).toBe(3)
    expect(count(data.users, (user) => user.pictureUrl === null)).toBeGreaterThan(3)
    const owners = new Set(data.listings.map(({ ownerId }) => ownerId))
    const isBareOwner = (user: DemoData['users'][number]) =>
      owners.has(user.id) && user.pictureUrl === null
    expect(count(data.users, isBareOwner)).toBeGreaterThan(0)
  })
})

describe("the demo user's events", () => {
  const { events } = data
  const starts = events.map(({ startsAt }) => Date.parse(startsAt ?? ''))

  it('belong to the demo user only, who is verified', () => {
    const owner = data.users.find(({ email }) => email === DEMO_USER_EMAIL)
    expect(owner).toMatchObject({ verified: true, fullName: 'Asha Kulkarni' })
    expect(new Set(events.map(({ ownerId }) => ownerId))).toEqual(new Set([owner?.id]))
  })

  it('are of every kind, some past and some upcoming', () => {
    expect(events).toHaveLength(8)
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(EVENT_KINDS))
    const coming = count(starts, (startMs) => startMs > NOW.getTime())
    expect(coming).toBeGreaterThanOrEqual(4)
    expect(coming).toBeLessThanOrEqual(6)
  })

  it('are valid input for the event form', () => {
    for (const event of events) {
      const { title, kind, startsAt, endsAt, place, note } = event
      const fields = { title, kind, startsAt, endsAt, place, note }
      expect(v.safeParse(EventFormSchema, fields)).toMatchObject({ success: true, output: fields })
    }
  })

  it('start at the same Indian time of day, at whatever hour the demo is created', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const at = new Date(Date.UTC(2026, 1, 14, hour, 20))
      const first = makeDemoData(at).events[0]
      expect(formatDateTime(first?.startsAt)).toMatch(/ Jan 26, 11:00$/)
      expect(formatTime(first?.endsAt)).toBe('13:00')
    }
  })
})

describe('loans', () => {
  it('have the PAN of a person (fourth letter P), or none', () => {
    const pans = data.loans.flatMap(({ panNumber }) => panNumber ?? [])
    expect(pans.length).toBeGreaterThan(25)
    expect(pans.length).toBeLessThan(32)
    for (const pan of pans) expect(pan).toMatch(/^[A-Z]{3}P[A-Z](?!0000)\d{4}[A-Z]$/)
  })

  it('have realistic incomes', () => {
    for (const { incomePaise } of data.loans) {
      if (incomePaise === null) continue
      expect(incomePaise).toBeGreaterThanOrEqual(20_000_00)
      expect(incomePaise).toBeLessThanOrEqual(500_000_00)
      expect(incomePaise % 100).toBe(0)
    }
  })
})

describe('the listings', () => {
  it('thirty are pending, and three have no status', () => {
    expect(count(data.listings, ({ status }) => status === 'pending')).toBe(30)
    expect(count(data.listings, ({ status }) => status === null)).toBe(3)
  })

  it.each(['Sell', 'Rent', 'PG', 'Auction'])('%s has listings in every status', (saleType) => {
    for (const status of LISTING_STATUSES) {
      const isOne = (listing: DemoData['listings'][number]) =>
        listing.saleType === saleType && listing.status === status
      expect(count(data.listings, isOne), status).toBeGreaterThan(2)
    }
  })

  it('have only the sale types Sell, Rent, PG and Auction', () => {
    const saleTypes = new Set(data.listings.map(({ saleType }) => saleType))
    expect([...saleTypes].sort()).toEqual(['Auction', 'PG', 'Rent', 'Sell'])
  })

  it('some lack a name, a video or their furnishing', () => {
    expect(count(data.listings, ({ name }) => name === null)).toBeGreaterThan(2)
    expect(count(data.listings, ({ videoUrl }) => videoUrl === null)).toBeGreaterThan(5)
    expect(count(data.listings, ({ furnishing }) => furnishing === null)).toBeGreaterThan(5)
  })

  it('are decided after their creation and before now', () => {
    for (const { status, createdAt, updatedAt } of data.listings) {
      const isDecided = status === 'approved' || status === 'rejected'
      expect(updatedAt > createdAt).toBe(isDecided)
      expect(updatedAt < NOW.toISOString()).toBe(true)
    }
  })

  it('each video has a poster and shows the right kind of property', () => {
    for (const { propertyType, videoUrl, posterUrl } of data.listings) {
      expect(posterUrl === null).toBe(videoUrl === null)
      if (videoUrl === null) continue
      expect(videoUrl.includes('shop')).toBe(propertyType === 'Shop')
      expect(videoUrl.includes('office')).toBe(propertyType === 'Office Space')
      expect(videoUrl.includes('pg-')).toBe(propertyType === 'PG')
    }
  })

  it('each video, poster and portrait is among the demo files', () => {
    const urls = [
      ...data.users.map(({ pictureUrl }) => pictureUrl),
      ...data.listings.flatMap(({ videoUrl, posterUrl }) => [videoUrl, posterUrl]),
    ]
    const missing = urls.filter((url) => url !== null && !existsSync(`server/demo${url}`))
    expect([...new Set(missing)]).toEqual([])
  })
})
