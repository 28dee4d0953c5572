import type { SimServer } from './market/sim-server.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Call, Fate, SeenCall, SimAnswer } from './sim-call.ts'
import type { DeathMoment } from './sim-process.ts'
import type { SimContext, SimWorld } from './sim-world.ts'

// The network between one device and the server. The weather decides which fates (sim-call.ts) a call can have.

export type Weather = 'fine' | 'flaky' | 'down' | 'portal' | 'black-hole' | 'busy' | 'repeating'

const FATES: Readonly<Record<Weather, readonly Fate[]>> = {
  fine: ['arrives'],
  down: ['request-lost'],
  'black-hole': ['swallowed'],
  portal: [
    'portal-page',
    'portal-json',
    'portal-redirect',
    'portal-404',
    'portal-401',
    'portal-403',
  ],
  busy: [
    'busy-503',
    'busy-429',
    'still-running-409',
    'proxy-502',
    'proxy-502-after',
    'gateway-404',
    'gateway-412',
    'gateway-mixed',
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

const PORTAL = '<!doctype html><title>Welcome to the station</title>'
const DEATHS: ReadonlyMap<Fate, DeathMoment> = new Map([
  ['dies-before-commit', 'before-commit'],
  ['dies-after-commit', 'after-commit'],
])
const LATE_MS = { least: 2_000, most: 70_000 }

/** The callbacks of a call, for its answer or its error. */
interface Ears {
  answer(answer: SimAnswer): void
  broken(): void
}

/** Calls `run` after a network delay, as code of the page or worker that made the request. */
type ToContext = (run: () => void) => void

export class SimNetwork {
  weather: Weather = 'fine'
  readonly calls: SeenCall[] = []

  constructor(
    private readonly world: SimWorld,
    private readonly random: SeededRandom,
    private readonly server: SimServer,
    private readonly device: string,
  ) {}

  /** Sends a call for a context. The answer or the error arrives in a later turn of that context. */
  send(context: SimContext, call: Call, ears: Ears): void {
    const { world } = this
    const seen = this.note(call)
    this.meetFate(call, seen, ears, (run) => {
      world.after(context, this.hopMs(), () => {
        seen.endedAt = world.nowMs
        run()
      })
    })
  }

  private note(call: Call): SeenCall {
    const fate = this.random.pick(FATES[this.weather])
    const seen: SeenCall = {
      at: this.world.nowMs,
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
    return seen
  }

  private meetFate(call: Call, seen: SeenCall, ears: Ears, toContext: ToContext): void {
    const ask = (delayMs: number, then: (answer: SimAnswer) => void = () => undefined) => {
      const { ground } = this.world
      this.world.after(ground, delayMs, async () => then(await this.ask(call, seen)))
    }
    const toWhole = (answer: SimAnswer) =>
      toContext(() => {
        seen.heardStatus = answer.status
        ears.answer(answer)
      })
    const { fate } = seen
    switch (fate) {
      case 'arrives':
        return void ask(this.hopMs(), toWhole)
      case 'request-lost':
        return void toContext(ears.broken)
      case 'answer-lost':
      case 'dies-before-commit':
      case 'dies-after-commit':
        return void ask(this.hopMs(), () => toContext(ears.broken))
      case 'doubled':
        ask(this.hopMs(), toWhole)
        return void ask(this.random.chance(0.5) ? this.hopMs() : this.lateMs())
      case 'late':
        ask(this.lateMs())
        return void toContext(ears.broken)
      case 'swallowed':
        return
      case 'answer-swallowed':
        return void ask(this.hopMs())
      case 'truncated':
        return void ask(this.hopMs(), (answer) =>
          toContext(() => ears.answer({ ...answer, isCut: true })),
        )
      case 'gateway-mixed':
        // Only a change gets the answer to another change. A read gets its own answer, because the product does not
        // promise that a read survives a wrong one.
        if (call.method === 'GET') return void ask(this.hopMs(), toWhole)
        return void toContext(() => ears.answer(makeMixedAnswer(call)))
      case 'proxy-502-after':
        return void ask(this.hopMs(), () =>
          toContext(() => ears.answer(makeFalseAnswer('proxy-502'))),
        )
      case 'busy-503':
      case 'busy-429':
      case 'still-running-409':
        return void this.refuse(seen, toContext, Number(fate.slice(-3)), ears.answer)
      default:
        return void toContext(() => ears.answer(makeFalseAnswer(fate)))
    }
  }

  private refuse(
    seen: SeenCall,
    toContext: ToContext,
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
        at: this.world.nowMs,
        status: response.status,
        isReplay,
        effects: { before, after },
        body: text,
      })
    }
    return { status: response.status, type: 'basic', headers: response.headers, text, isCut: false }
  }

  private hopMs(): number {
    return this.random.ms(5, 400)
  }

  private lateMs(): number {
    return this.random.ms(LATE_MS.least, LATE_MS.most)
  }
}

function answerOf(status: number, text: string, headers: Record<string, string>): SimAnswer {
  return { status, type: 'basic', headers: new Headers(headers), text, isCut: false }
}

const HTML = { 'Content-Type': 'text/html' }
/** Answers of an intermediary instead of the server. */
const FALSE_ANSWERS = {
  'portal-page': [200, PORTAL, HTML],
  'portal-json': [200, '{"status":"login required"}', {}],
  'portal-redirect': [0, '', {}],
  'portal-404': [404, PORTAL, HTML],
  'portal-401': [401, PORTAL, HTML],
  'portal-403': [403, PORTAL, HTML],
  'gateway-404': [404, '{"status":404,"error":"Not Found","path":"/"}', {}],
  'gateway-412': [412, '{"status":412,"error":"Precondition Failed"}', {}],
  'proxy-502': [502, PORTAL, {}],
} as const

function makeFalseAnswer(fate: keyof typeof FALSE_ANSWERS): SimAnswer {
  const [status, text, headers] = FALSE_ANSWERS[fate]
  const answer = answerOf(status, text, headers)
  return fate === 'portal-redirect' ? { ...answer, type: 'opaqueredirect' } : answer
}

/** The server's success answer to a change of another record. */
function makeMixedAnswer({ path }: Call): SimAnswer {
  const other = { _id: 'ffffffffffffffffffffffff', version: 2 }
  const body = path.includes('/events/')
    ? { ...other, title: 'Of somebody else' }
    : { success: true, data: { ...other, status: 'approved' } }
  return answerOf(200, JSON.stringify(body), {})
}
