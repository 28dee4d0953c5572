// One write that is asked of the server, and whether the server said yes to it.

export type MarketWrite = StatusWrite | EventWrite | RegistrationWrite

interface Common {
  /** Tells this write from every other; a repeat carries it again. */
  key: string
  /** A network of its own: what is limited by network is not what is tried here. */
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

export interface Member {
  email: string
  /** None until their registration is known to have happened. */
  token: string | null
  eventCount: number
}

const MEMBER_PASSWORD = 'nine green umbrellas'

/** Whom a write is sent to, and as whom. */
export interface Sender {
  url: string
  operatorToken: string
  /** Unset, the global one. */
  fetch?: (url: string, init: SentInit) => Promise<Response>
}

interface SentInit {
  method?: string
  headers: Record<string, string>
  body?: string
}

/** Sends it and answers as the server does; what fetch throws means that no answer came. */
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

/** All that writers can write about. */
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

/** Each writer gets listings that nobody else writes about, so that their order is known. */
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
