// A write to the server, and whether the server acknowledged it.

import type { AnsweredItem } from '#src/domain/visit/visit.ts'

export type MarketWrite =
  | StatusWrite
  | EventWrite
  | RegistrationWrite
  | ContactWrite
  | VisitWrite
  | AssignmentWrite

interface Common {
  /** The idempotency key: unique for this write, and the same for a repeat. */
  key: string
  /** An IP address for each write, so that no rate limit per IP address applies. */
  from: string
  isAcknowledged: boolean
}

export interface StatusWrite extends Common {
  kind: 'status'
  listingId: string
  status: string
}

export interface EventWrite extends Common {
  kind: 'event'
  member: Member
}

export interface RegistrationWrite extends Common {
  kind: 'registration'
  member: Member
}

/** An attempt to contact the owner of a listing. */
export interface ContactWrite extends Common {
  kind: 'contact'
  listingId: string
  /** By the clock of the device; unique for this write, because the log has no key of an attempt. */
  at: string
}

/** A visit to a property. */
export interface VisitWrite extends Common {
  kind: 'visit'
  listingId: string
  /** Of the visit, made by the device. */
  visitId: string
  answers: readonly AnsweredItem[]
}

/** What somebody noted at a visit: unique for this write, so that the database shows its effect. */
export function noteOf({ key }: Pick<VisitWrite, 'key'>): string {
  return `Seen by ${key}.`
}

/** Has no idempotency key on the server: a repeat changes nothing. */
export interface AssignmentWrite extends Common {
  kind: 'assignment'
  listingId: string
  personId: string | null
}

export interface Member {
  email: string
  /** Null until the registration is acknowledged. */
  token: string | null
  eventCount: number
}

const VISITED_AT = '2026-03-01T08:30:00.000Z'
const MEMBER_PASSWORD = 'nine green umbrellas'

/** Where to send a write: the server's URL and the operator's session. */
export interface Sender {
  url: string
  operatorToken: string
  /** Default: the global fetch. */
  fetch?: (url: string, init: SentInit) => Promise<Response>
}

interface SentInit {
  method?: string
  headers: Record<string, string>
  body?: string
}

/** Sends a write and returns the server's answer. An error of fetch means that no answer arrived. */
export function sendWrite(write: MarketWrite, sender: Sender): Promise<Response> {
  if (write.kind === 'status')
    return send(sender, `PATCH /admin/properties/${write.listingId}/status`, {
      token: sender.operatorToken,
      write,
      body: { status: write.status },
    })
  if (write.kind === 'event')
    return send(sender, 'POST /events/create', {
      token: write.member.token,
      write,
      body: { title: write.key },
    })
  if (write.kind === 'contact')
    return send(sender, `POST /admin/properties/${write.listingId}/contact-attempts`, {
      token: sender.operatorToken,
      write,
      body: { by: 'call', at: write.at },
    })
  if (write.kind === 'visit')
    return send(sender, `POST /admin/properties/${write.listingId}/visits`, {
      token: sender.operatorToken,
      write,
      body: {
        id: write.visitId,
        at: VISITED_AT,
        answers: write.answers,
        note: noteOf(write),
        place: null,
      },
    })
  if (write.kind === 'assignment')
    return send(sender, 'PUT /admin/assignments', {
      token: sender.operatorToken,
      write,
      body: { listingIds: [write.listingId], personId: write.personId },
    })
  return send(sender, 'POST /auth/register', {
    write,
    body: {
      fullName: 'Ravi Menon',
      email: write.member.email,
      phoneNumber: '9876543210',
      password: MEMBER_PASSWORD,
      isAdult: true,
    },
  })
}

export interface WrittenListing {
  id: string
  status: string
  version: number
}

/** The id of a person who may decide about listings. */
export async function findDecider({ url, operatorToken }: Sender): Promise<string> {
  const response = await fetch(`${url}/api/admin/deciders`, {
    headers: { Authorization: `Bearer ${operatorToken}` },
  })
  const { data } = (await response.json()) as { data: { _id: string }[] }
  const [person] = data
  if (!person) throw new Error('Nobody decides about listings.')
  return person._id
}

/** All listings that writers can change. */
export async function listListings({
  url,
  operatorToken,
  fetch: ask = fetch,
}: Sender): Promise<WrittenListing[]> {
  const response = await ask(`${url}/api/admin/properties`, {
    headers: { Authorization: `Bearer ${operatorToken}` },
  })
  const { data } = (await response.json()) as {
    data: { _id: string; status?: string; version: number }[]
  }
  return data.map(({ _id: id, status, version }) => ({ id, status: status ?? 'pending', version }))
}

/** Gives each writer listings that no other writer changes, so that the order of their changes is known. */
export function shareOut<Item>(items: readonly Item[], shares: number): Item[][] {
  return Array.from({ length: shares }, (_, share) =>
    items.filter((_item, index) => index % shares === share),
  )
}

function send(
  { url, fetch: ask = fetch }: Sender,
  call: string,
  { token, write, body }: { token?: string | null; write: MarketWrite; body: object },
): Promise<Response> {
  const [method = '', path] = call.split(' ')
  return ask(`${url}/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': write.from,
      'Idempotency-Key': write.key,
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
}
