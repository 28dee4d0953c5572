import type { LeftChange } from '#tests/faults/model/run-record.ts'
import { signIn } from './market-people.ts'
import { ACCOUNTS, type Market } from './market-state.ts'
import { listLaterRows } from './sim-leftovers.ts'
import type { SimSeat } from './sim-seat.ts'
import { accountId, isOperator } from './sim-server.ts'
import type { SimTab } from './sim-tab.ts'

// What must be so on a device whoever looks: its pages can open their screens, a newer build's rows are as they were, and
// in the end a screen shows what the server has.

/** Whoever is still open may be taken along to where there is no network. */
export function checkPages(market: Market, seat: SimSeat): void {
  for (const tab of seat.listAlive()) checkScreen(market, seat, tab, 0, false)
}

export function checkScreen(
  { published, violations }: Market,
  { shell }: SimSeat,
  { client }: SimTab,
  pick: number,
  isReachable: boolean,
): void {
  const { context } = client
  if (shell.canOpen(context, pick, published, isReachable)) return
  violations.push({ rule: 'broken-page', detail: `${context.name}, screen ${pick}` })
}

/** What a newer build wrote is not this one's to touch. */
export async function checkLaterRows({ violations }: Market, seat: SimSeat): Promise<void> {
  if (seat.laterRows === '') return
  const now = await listLaterRows(seat.device)
  if (now !== seat.laterRows)
    violations.push({ rule: 'touched', detail: `${seat.laterRows} became ${now}` })
}

/** In the end a screen shows what the server has. */
export async function checkCopies(
  market: Market,
  seat: SimSeat,
  left: readonly LeftChange[],
): Promise<void> {
  const { world, server, violations } = market
  const { label } = seat.device
  const tab = seat.front()
  const account = ACCOUNTS.find((one) => accountId(one) === tab?.session.findUserId())
  if (!tab || !account || !isOperator(account)) return
  await signIn(market, seat, account)
  const reading = world.as(tab.client.context, async () => {
    await tab.refresh()
    return tab.show()
  })
  const rows = await world.runFor(reading, 60_000)
  const statuses = await server.listStatuses()
  // What a person has still to settle lies over its row.
  const open = left.filter(({ device, state }) => device === label && state !== 'acked')
  const unsettled = new Set(open.map(({ record }) => record))
  const settled = (all: readonly (readonly [string, string | null])[]) =>
    all
      .filter(([id]) => !unsettled.has(id))
      .map(([id, status]) => `${id} ${status}`)
      .sort()
  const shown = settled(rows === 'late' ? [] : rows.map(({ id, status }) => [id, status] as const))
  const real = settled([...statuses])
  if (shown.join() !== real.join())
    violations.push({ rule: 'stale', detail: `${label} shows ${shown.join()} for ${real.join()}` })
}
