// A call as it leaves a device, its fate on the network, and its record.

/** What happens to one call on the network. */
export type Fate =
  | 'arrives'
  /** The connection breaks before the request reaches the server. */
  | 'request-lost'
  /** The server handles the request; the answer is lost. */
  | 'answer-lost'
  /** The network delivers the request twice, the second time at once or much later. */
  | 'doubled'
  /** The device gets an error at once; the request reaches the server much later. */
  | 'late'
  /** Neither an answer nor an error until the call's timeout. Only 'answer-swallowed' reaches the server. */
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
  /** A proxy answers instead of the server, before or after the server handled the request. */
  | 'proxy-502'
  | 'proxy-502-after'
  /** A broken gateway answers with its own JSON, or with the answer to another change. */
  | 'gateway-404'
  | 'gateway-412'
  | 'gateway-mixed'
  | 'busy-503'
  | 'busy-429'
  | 'still-running-409'
  /** The server's process dies just before or just after the first commit of the request. */
  | 'dies-before-commit'
  | 'dies-after-commit'

/** The record of one call: the request, its fate, and the answers. */
export interface SeenCall {
  at: number
  device: string
  method: string
  path: string
  key: string | null
  body: string
  fate: Fate
  /** A Retry-After that arrived at `heardAt` and forbids a retry before `until`; null if none arrived. */
  floor: { heardAt: number; until: number } | null
  /** Whether the Retry-After applies to the whole server. */
  isServerWide: boolean
  /** When the answer or the error arrived; null if neither did. */
  endedAt: number | null
  /** The status of a complete answer of the server itself. */
  heardStatus: number | null
  /** Every answer of the server itself, also those that the device never got. */
  served: Served[]
}

/** One answer of the server to a call. */
export interface Served {
  /** When the server had handled it. */
  at: number
  status: number
  /** The server replayed its first answer to the same key. */
  isReplay: boolean
  /** The number of effects on listings before and after the call. */
  effects: { before: number; after: number }
  body: string
}

/** A call that a tab or a worker makes. */
export interface Call {
  method: string
  path: string
  headers: Headers
  body: string
}

/** The answer to a fetch: the parts of a Response that the product reads. */
export interface SimAnswer {
  status: number
  type: ResponseType
  headers: Headers
  text: string
  /** The body is cut off, so reading it fails. */
  isCut: boolean
}
