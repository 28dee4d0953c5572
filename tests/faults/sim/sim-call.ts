// A call as it leaves a device, what becomes of it, and what is heard and seen of it.

/** What becomes of one call. */
export type Fate =
  | 'arrives'
  /** The connection breaks before the server hears of it. */
  | 'request-lost'
  /** The server does its work; the answer is cut off. */
  | 'answer-lost'
  /** The network sends it twice, the second time at once or much later. */
  | 'doubled'
  /** Lost for the device at once, and with the server much later. */
  | 'late'
  /** No word either way until the call's own end. */
  | 'swallowed'
  | 'answer-swallowed'
  /** The body of the answer ends in the middle. */
  | 'truncated'
  | 'portal-page'
  | 'portal-json'
  | 'portal-redirect'
  | 'portal-404'
  | 'portal-401'
  | 'portal-403'
  /** A proxy answers in the server's stead, before or after the server did its work. */
  | 'proxy-502'
  | 'proxy-502-after'
  /** A gateway that lost its way says so in JSON of its own, or gives the answer to somebody else's change. */
  | 'gateway-404'
  | 'gateway-412'
  | 'gateway-mixed'
  | 'busy-503'
  | 'busy-429'
  | 'still-running-409'
  /** The server's process ends in the middle of its work: at its first commit, just before or just after. */
  | 'dies-before-commit'
  | 'dies-after-commit'

/** One call as it left a device. */
export interface SeenCall {
  at: number
  device: string
  method: string
  path: string
  key: string | null
  body: string
  fate: Fate
  /** What an answer asked: not to repeat it before `until`, heard at `heardAt`; null when none did. */
  floor: { heardAt: number; until: number } | null
  /** The answer spoke of the whole server. */
  isServerWide: boolean
  /** When the caller's wait was over; null when it ended by itself. */
  endedAt: number | null
  /** Of an answer of the server's own that came whole: its status. */
  heardStatus: number | null
  /** What the server itself answered, each time that it was reached. */
  served: Served[]
}

/** One answer of the server to a call. */
export interface Served {
  status: number
  /** The first answer to the same key, given again. */
  isReplay: boolean
  /** How many effects on listings there were before and after it. */
  effects: { before: number; after: number }
  body: string
}

/** A call as a context makes it. */
export interface Call {
  method: string
  path: string
  headers: Headers
  body: string
}

/** What a fetch is given back: as much of a Response as the product reads. */
export interface SimAnswer {
  status: number
  type: ResponseType
  headers: Headers
  text: string
  /** The body breaks off: reading it fails. */
  isCut: boolean
}
