import type { SeededRandom } from './seeded-random.ts'
import type { DeathMoment } from './sim-process.ts'
import type { SimServer } from './sim-server.ts'
import type { SimContext, SimWorld } from './sim-world.ts'

// The way between one device and the server: fates of single calls, and a weather that chooses among them.

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
  /** A proxy answers in the server's stead, before or after the server did its work. */
  | 'proxy-502'
  | 'proxy-502-after'
  | 'busy-503'
  | 'busy-429'
  | 'still-running-409'
  /** The server's process ends in the middle of its work: at its first commit, just before or just after. */
  | 'dies-before-commit'
  | 'dies-after-commit'

export type Weather = 'fine' | 'flaky' | 'down' | 'portal' | 'black-hole' | 'busy' | 'repeating'

const FATES: Readonly<Record<Weather, readonly Fate[]>> = {
  fine: ['arrives'],
  down: ['request-lost'],
  'black-hole': ['swallowed'],
  portal: ['portal-page', 'portal-json', 'portal-redirect', 'portal-404'],
  busy: [
    'busy-503',
    'busy-429',
    'still-running-409',
    'proxy-502',
    'proxy-502-after',
    'dies-after-commit',
    'arrives',
  ],
  repeating: ['doubled', 'late', 'answer-lost', 'arrives'],
  flaky: [
    'arrives',
    'arrives',
    'request-lost',
    'answer-lost',
    'answer-lost',
    'truncated',
    'proxy-502-after',
    'answer-swallowed',
    'doubled',
    'late',
    'dies-before-commit',
    'dies-after-commit',
  ],
}

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

const PORTAL = '<!doctype html><title>Welcome to the station</title>'
const DEATHS: ReadonlyMap<Fate, DeathMoment> = new Map([
  ['dies-before-commit', 'before-commit'],
  ['dies-after-commit', 'after-commit'],
])
const LATE_MS = { least: 2_000, most: 70_000 }

export class SimNetwork {
  weather: Weather = 'fine'
  readonly calls: SeenCall[] = []

  constructor(
    private readonly world: SimWorld,
    private readonly random: SeededRandom,
    private readonly server: SimServer,
    private readonly device: string,
  ) {}

  /** Sends a call on its way for a context; the answer or the break comes in a turn of the context's own. */
  send(
    context: SimContext,
    call: Call,
    done: { answer: (answer: SimAnswer) => void; broken: () => void },
  ): void {
    const { world, random } = this
    const fate = random.pick(FATES[this.weather])
    const seen: SeenCall = {
      at: world.nowMs,
      device: this.device,
      method: call.method,
      path: call.path,
      key: call.headers.get('Idempotency-Key'),
      body: call.body,
      fate,
      floor: null,
      isServerWide: false,
      endedAt: null,
      heardStatus: null,
      served: [],
    }
    this.calls.push(seen)
    const hop = () => random.ms(5, 400)
    const toContext = (run: () => void) =>
      world.after(context, hop(), () => {
        seen.endedAt = world.nowMs
        run()
      })
    const whole = (answer: SimAnswer) =>
      toContext(() => {
        seen.heardStatus = answer.status
        done.answer(answer)
      })
    const ask = (delayMs: number, then: (answer: SimAnswer) => void) =>
      world.after(world.ground, delayMs, async () => then(await this.ask(call, seen)))
    const made =
      (status: number, text: string, headers: Record<string, string> = {}) =>
      () =>
        done.answer(answerOf(status, text, headers))

    switch (fate) {
      case 'arrives':
        return void ask(hop(), whole)
      case 'request-lost':
        return void toContext(done.broken)
      case 'answer-lost':
        return void ask(hop(), () => toContext(done.broken))
      case 'doubled': {
        ask(hop(), whole)
        return void ask(random.chance(0.5) ? hop() : this.lateMs(), () => undefined)
      }
      case 'late':
        ask(this.lateMs(), () => undefined)
        return void toContext(done.broken)
      case 'swallowed':
        return
      case 'answer-swallowed':
        return void ask(hop(), () => undefined)
      case 'truncated':
        return void ask(hop(), (answer) => toContext(() => done.answer({ ...answer, isCut: true })))
      case 'portal-page':
        return void toContext(made(200, PORTAL, { 'Content-Type': 'text/html' }))
      case 'portal-json':
        return void toContext(made(200, '{"status":"login required"}'))
      case 'portal-redirect':
        return void toContext(() => done.answer({ ...answerOf(0, '', {}), type: 'opaqueredirect' }))
      case 'portal-404':
        return void toContext(made(404, PORTAL, { 'Content-Type': 'text/html' }))
      case 'proxy-502':
        return void toContext(made(502, PORTAL))
      case 'proxy-502-after':
        return void ask(hop(), () => toContext(made(502, PORTAL)))
      case 'busy-503':
        return void this.refuse(seen, toContext, 503, done.answer)
      case 'busy-429':
        return void this.refuse(seen, toContext, 429, done.answer)
      case 'still-running-409':
        return void this.refuse(seen, toContext, 409, done.answer)
      case 'dies-before-commit':
      case 'dies-after-commit':
        return void ask(hop(), () => toContext(done.broken))
    }
  }

  private refuse(
    seen: SeenCall,
    toContext: (run: () => void) => void,
    status: number,
    answer: (answer: SimAnswer) => void,
  ): void {
    const seconds = this.random.pick([1, 3, 20, 60])
    toContext(() => {
      seen.floor = { heardAt: this.world.nowMs, until: this.world.nowMs + seconds * 1000 }
      seen.isServerWide = status !== 409
      const headers = { 'Retry-After': String(seconds) }
      answer(answerOf(status, '{"error":"Please try later.","code":"busy"}', headers))
    })
  }

  private async ask(call: Call, seen: SeenCall): Promise<SimAnswer> {
    const { method, path, headers, body } = call
    const before = await this.server.countListingEffects()
    const request = new Request(`http://sim.example${path}`, {
      method,
      headers,
      ...(body && { body }),
    })
    const moment = DEATHS.get(seen.fate)
    const response = moment
      ? await this.server.dieHandling(request, moment)
      : await this.server.handle(request)
    const text = await response.text()
    if (method !== 'GET') {
      const after = await this.server.countListingEffects()
      const isReplay = response.headers.has('Idempotency-Replayed')
      seen.served.push({
        status: response.status,
        isReplay,
        effects: { before, after },
        body: text,
      })
    }
    return { status: response.status, type: 'basic', headers: response.headers, text, isCut: false }
  }

  private lateMs(): number {
    return this.random.ms(LATE_MS.least, LATE_MS.most)
  }
}

function answerOf(status: number, text: string, headers: Record<string, string>): SimAnswer {
  return { status, type: 'basic', headers: new Headers(headers), text, isCut: false }
}
