import type { LeftChange } from '#tools/faults/model/run-record.ts'
import { listLaterRows } from '#tools/faults/sim/sim-leftovers.ts'
import type { SimTab } from '#tools/faults/sim/sim-tab.ts'
import { signIn } from './market-people.ts'
import type { SimMarket } from './sim-market.ts'
import type { SimSeat } from './sim-seat.ts'
import { ACCOUNTS, accountId, isOperator } from './sim-server.ts'

// Checks of a device: its pages can open their screens, the rows of a newer build are unchanged, and at the end a screen shows
// the server's state.

/** Every open page must be able to load a screen of its build without a network. */
export function checkPages(market: SimMarket, seat: SimSeat): void {
  for (const tab of seat.listAlive()) checkScreen(market, seat, tab, 0, false)
}

export function checkScreen(
  { published, violations }: SimMarket,
  { shell }: SimSeat,
  { client }: SimTab,
  pick: number,
  isReachable: boolean,
): void {
  const { context } = client
  if (shell.canOpen(context, pick, published, isReachable)) return
  violations.push({ rule: 'broken-page', detail: `${context.name}, screen ${pick}` })
}

/** This build must not change the rows of a newer build. */
export async function checkLaterRows({ violations }: SimMarket, seat: SimSeat): Promise<void> {
  if (seat.laterRows === '') return
  const now = await listLaterRows(seat.device)
  if (now !== seat.laterRows)
    violations.push({ rule: 'touched', detail: `${seat.laterRows} became ${now}` })
}

/** At the end a screen must show the server's state. */
export async function checkCopies(
  market: SimMarket,
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
  const states = await server.listStates()
  // Not compared: rows with a change that a person must still resolve, because they may differ from the server.
  const open = left.filter(({ device, state }) => device === label && state !== 'acked')
  const unsettled = new Set(open.map(({ record }) => record))
  const settled = (
    all: readonly { id: string; status: string | null; assigneeId: string | null }[],
  ) =>
    all
      .filter(({ id }) => !unsettled.has(id))
      .map(({ id, status, assigneeId }) => `${id} ${status} ${assigneeId ?? ''}`)
      .sort()
  const shown = settled(rows === 'late' ? [] : rows)
  const real = settled(states)
  if (shown.join() !== real.join())
    violations.push({ rule: 'stale', detail: `${label} shows ${shown.join()} for ${real.join()}` })
}
