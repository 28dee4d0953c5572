import type { Step } from '#tools/faults/schedule.ts'
import {
  addPhoto,
  discardListing,
  submitListing,
  writeListing,
} from '#tools/faults/sim/selling/sim-seller.ts'
import { decideMany, undoMany } from '#tools/faults/sim/sim-batches.ts'
import {
  assignListing,
  leaveListing,
  noteContact,
  openListing,
} from '#tools/faults/sim/sim-desk.ts'
import { explainRejection } from '#tools/faults/sim/sim-explanation.ts'
import {
  losePhotos,
  recordVisit,
  sendWithoutPhotos,
} from '#tools/faults/sim/visiting/sim-visitor.ts'
import { checkScreen } from './market-last-look.ts'
import { act, actElsewhere, changePerson } from './market-people.ts'
import type { SimMarket } from './sim-market.ts'
import type { SimSeat } from './sim-seat.ts'
import { accountId, OPERATORS } from './sim-server.ts'

// The implementation of each kind of step of a schedule.

type Play<Kind extends Step['kind']> = (
  market: SimMarket,
  seat: SimSeat,
  step: Step & { kind: Kind },
) => unknown

export async function befall(market: SimMarket, seat: SimSeat, step: Step): Promise<void> {
  const play = PLAYS[step.kind] as Play<Step['kind']> // PLAYS maps each kind to the function for it
  await play(market, seat, step)
}

const PLAYS: { readonly [Kind in Step['kind']]: Play<Kind> } = {
  decide: (market, seat, { pick, choice }) =>
    act(market, seat, (person) => person.decide(pick, choice)),
  remove: (market, seat, { pick }) => act(market, seat, (person) => person.remove(pick)),
  'decide-many': (market, seat, { choice }) =>
    act(market, seat, ({ tab }) => decideMany(market.log, tab, choice)),
  'undo-many': (market, seat) => act(market, seat, ({ tab }) => undoMany(market.log, tab)),
  'write-note': (market, seat, { pick }) => act(market, seat, (person) => person.writeNote(pick)),
  'note-contact': (market, seat, step) =>
    act(market, seat, ({ tab }) => noteContact(market.log, tab, step)),
  'record-visit': (market, seat, step) =>
    act(market, seat, ({ tab }) => recordVisit(market.log, tab, step)),
  'send-without-photos': (market, seat) =>
    act(market, seat, ({ tab }) => sendWithoutPhotos(market.log, tab)),
  'lose-photos': (_market, { device }) => losePhotos(device),
  assign: (market, seat, step) =>
    act(market, seat, ({ tab }) => assignListing(market.log, tab, OPERATORS.map(accountId), step)),
  'open-listing': (market, seat, { pick }) =>
    act(market, seat, ({ tab }) => openListing(tab, pick)),
  'leave-listing': (market, seat, { pick }) =>
    act(market, seat, ({ tab }) => leaveListing(tab, pick)),
  'write-listing': (market, seat, { pick }) =>
    act(market, seat, ({ tab }) => writeListing(market.postingLog, tab, pick)),
  'add-photo': (market, seat, { pick }) =>
    act(market, seat, ({ tab }) => addPhoto(market.postingLog, tab, pick)),
  'submit-listing': (market, seat, { pick }) =>
    act(market, seat, ({ tab }) => submitListing(market.postingLog, tab, pick)),
  'discard-listing': (market, seat, { pick }) =>
    act(market, seat, ({ tab }) => discardListing(market.postingLog, tab, pick)),
  explain: (market, seat, step) =>
    act(market, seat, ({ tab }) => explainRejection(market.log, tab, step)),
  undo: (market, seat) => act(market, seat, (person) => person.undo()),
  'answer-stuck': (market, seat, { pick, choice }) =>
    act(market, seat, (person) => person.answerStuck(pick, choice)),
  look: (market, seat) => act(market, seat, (person) => person.look()),
  refresh: (market, seat) => act(market, seat, (person) => person.tab.refresh()),
  'sync-now': (market, seat) => act(market, seat, (person) => person.tab.outbox.syncNow()),
  weather(_market, { device }, { weather }) {
    device.network.weather = weather
  },
  hint: (_market, seat, { isOnline, isTold }) => seat.hint(isOnline, isTold),
  'open-tab': (_market, seat) => seat.openTab(),
  'wake-worker': (_market, seat) => seat.wakeWorker(),
  'kill-worker': (_market, seat) => seat.killWorker(),
  hide: (_market, seat) => seat.setVisible(false),
  show: (_market, seat) => seat.setVisible(true),
  'kill-tab': (_market, seat, { afterTurns }) => seat.killTab(afterTurns),
  async 'kill-browser'(_market, seat, { afterTurns }) {
    await seat.killBrowser(afterTurns)
    await seat.openFront()
  },
  freeze: (_market, seat) => seat.freeze(),
  thaw: (_market, seat) => seat.thaw(),
  'break-connection': (_market, seat) => seat.breakConnections(),
  'lose-outbox': (_market, seat) => seat.loseOutbox(),
  'sign-in': (market, seat, { account }) => changePerson(market, seat, account),
  'sign-out': (market, seat, { isDiscarding }) => changePerson(market, seat, null, isDiscarding),
  revoke: ({ server }, _seat, { account }) => server.revoke(account),
  async role({ server, revoked, endings }, _seat, { account, isAllowed }) {
    const personId = accountId(account)
    if (!isAllowed) revoked.add(personId)
    await server.setOperator(account, isAllowed)
    if (!isAllowed) endings.push({ after: await server.findLastOrder(), personId })
  },
  'other-hand': (market, _seat, { listing, deed }) => actElsewhere(market, listing, deed),
  'storage-fault': (_market, seat, step) => failStorage(seat, step),
  publish(market, seat) {
    market.published += 1
    if (seat.isReachable()) seat.shell.update(market.published)
  },
  'accept-update': (_market, seat) => seat.acceptUpdate(),
  'open-screen': openScreen,
  'work-offline': (market, seat, { isOn }) =>
    act(market, seat, (person) => (isOn ? person.goOffline() : person.goOnline())),
  clock(_market, { device }, { offsetMs, isRestless }) {
    device.disturb('clock')
    if (isRestless) device.disturb('restless-clock')
    device.setClock(offsetMs, isRestless)
  },
}

/** Of the transactions that the step affects, the first `step.spared` succeed, and the next `step.times` fail. */
function failStorage(seat: SimSeat, step: Step & { kind: 'storage-fault' }): void {
  const { database: where = 'outbox', spared = 0 } = step
  let left = spared + step.times
  seat.device.storage.chooseFault = ({ mode, database }) => {
    if (left === 0 || database !== where) return null
    if (mode === 'readonly' && !step.isReadToo) return null
    left -= 1
    if (left >= step.times) return null
    seat.device.disturb(step.fault === 'lost-commit-event' ? 'commit-unknown' : 'storage')
    return step.fault
  }
}

/** Every page must be able to open every screen of its own build until it is reloaded. */
function openScreen(
  market: SimMarket,
  seat: SimSeat,
  { pick }: Step & { kind: 'open-screen' },
): void {
  const tab = seat.front()
  if (tab) checkScreen(market, seat, tab, pick, seat.isReachable())
}
