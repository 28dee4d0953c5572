import { discardListings } from '#tools/faults/sim/selling/sim-seller.ts'
import type { SimMarket } from './sim-market.ts'
import { SimPerson } from './sim-person.ts'
import type { SimSeat } from './sim-seat.ts'
import { type AccountName, accountId, isOperator, listingId } from './sim-server.ts'

// The people of a market: their actions on a device, sign-in, sign-out, and changes by an operator elsewhere.

/** Starts an action of a person in the front tab. Its asynchronous parts run in later turns of the tab. */
export async function act(
  { world, log, postingLog }: SimMarket,
  seat: SimSeat,
  deed: (person: SimPerson) => Promise<void>,
): Promise<void> {
  const tab = seat.front()
  if (!tab) return
  const person = new SimPerson(tab, log, postingLog)
  await world.as(tab.client.context, () => {
    // A failure needs no handling here: the screen shows it, and has reported nothing as saved.
    deed(person).catch(() => undefined)
  })
}

export async function signIn(
  market: SimMarket,
  seat: SimSeat,
  account: AccountName,
): Promise<void> {
  const tab = seat.front() ?? (await seat.openTab())
  const token = await market.server.signIn(account, seat.device.label)
  await market.world.as(tab.client.context, () => {
    const role = isOperator(account) ? ('admin' as const) : ('user' as const)
    const person = { id: accountId(account), email: account, fullName: account, role }
    tab.session.set({
      account: { ...person, phoneNumber: null, isVerified: true } as never, // the fields of an account that the device stores
      token,
      expiresAt: null,
      takesKeys: true,
    })
    tab.refresh().catch(() => undefined)
  })
}

/**
 * Signs the current person out and keeps or discards their queued changes. Then signs `account` in, unless it is null.
 */
export async function changePerson(
  market: SimMarket,
  seat: SimSeat,
  account: AccountName | null,
  isDiscarding = false,
): Promise<void> {
  const { world, log, postingLog } = market
  const tab = seat.front() ?? (await seat.openTab())
  const userId = tab.session.findUserId()
  await world.as(tab.client.context, () => {
    const leave = async () => {
      // As the product does, before the changes.
      if (isDiscarding && userId && tab.visits) {
        seat.device.disturb('photos-lost')
        await tab.visits.dropAll(userId)
      }
      if (isDiscarding) {
        await new SimPerson(tab, log, postingLog).discardAll()
        await discardListings(postingLog, tab)
      }
      if (!isDiscarding && userId) await tab.store.slimDown(userId)
      if (userId) await tab.visits?.dropDrafts(userId, await tab.store.listChanges(userId))
      await tab.sessionEnd.signOut()
    }
    leave().catch(() => undefined)
  })
  await world.runUntil(world.nowMs + 500)
  if (account) await signIn(market, seat, account)
}

/** Another operator with a good network changes a listing. */
export async function actElsewhere(
  { world, server, log, office }: SimMarket,
  listing: number,
  deed: 'approved' | 'rejected' | 'delete',
): Promise<void> {
  const id = listingId(listing)
  const isDelete = deed === 'delete'
  log.add({
    device: 'office',
    actorId: accountId('operator-b'),
    entity: 'listing',
    record: id,
    deed: isDelete ? 'delete' : `status:${deed}`,
    askedAt: world.nowMs,
    callsBefore: 0,
  })
  const path = isDelete ? `/api/admin/property/${id}` : `/api/admin/properties/${id}/status`
  await server.handle(
    new Request(`http://sim.example${path}`, {
      method: isDelete ? 'DELETE' : 'PATCH',
      headers: { Authorization: `Bearer ${office}`, 'Content-Type': 'application/json' },
      ...(isDelete ? {} : { body: JSON.stringify({ status: deed }) }),
    }),
  )
}
