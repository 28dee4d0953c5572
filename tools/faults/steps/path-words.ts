import type { Happening, Step } from '#tools/faults/schedule.ts'
import { type AccountName, LISTINGS } from '#tools/faults/sim/market/sim-server.ts'
import type { Weather } from '#tools/faults/sim/sim-network.ts'

// The commands of the scenarios in paths.ts. For example, `2 approve 0` waits 2 seconds and then approves the listing
// in row 0 of the simulated operator's screen. `elsewhere-reject 0` means that another operator rejects this listing.

const WORDS: Readonly<Record<string, (about: string) => Happening>> = {
  approve: (pick) => ({ kind: 'decide', pick: Number(pick), choice: 0 }),
  reject: (pick) => ({ kind: 'decide', pick: Number(pick), choice: 1 }),
  reopen: (pick) => ({ kind: 'decide', pick: Number(pick), choice: 2 }),
  remove: (pick) => ({ kind: 'remove', pick: Number(pick) }),
  note: (pick) => ({ kind: 'write-note', pick: Number(pick) }),
  contact: (pick) => ({ kind: 'note-contact', pick: Number(pick), choice: 0 }),
  visit: (pick) => ({ kind: 'record-visit', pick: Number(pick), choice: 2 }),
  'photo-visit': (pick) => ({ kind: 'record-visit', pick: Number(pick), choice: 2, photos: 2 }),
  create: () => ({ kind: 'decide', pick: 0, choice: 0 }),
  edit: () => ({ kind: 'decide', pick: 0, choice: 1 }),
  'keep-mine': () => ({ kind: 'answer-stuck', pick: 0, choice: 0 }),
  'keep-theirs': () => ({ kind: 'answer-stuck', pick: 0, choice: 1 }),
  'send-again': () => ({ kind: 'answer-stuck', pick: 0, choice: 2 }),
  // Row 0 of the screen shows the newest listing, which has the highest number.
  'elsewhere-reject': (pick) => ({
    kind: 'other-hand',
    listing: LISTINGS - 1 - Number(pick),
    deed: 'rejected',
  }),
  network: (weather) => ({ kind: 'weather', weather: weather as Weather }),
  'go-offline': () => ({ kind: 'work-offline', isOn: true }),
  'go-online': () => ({ kind: 'work-offline', isOn: false }),
  'lose-commits': (times) => ({
    kind: 'storage-fault',
    fault: 'lost-commit-event',
    times: Number(times),
    isReadToo: false,
  }),
  'sign-in': (account) => ({ kind: 'sign-in', account: account as AccountName }),
  'sign-out': () => ({ kind: 'sign-out' }),
  'sign-out-discarding': () => ({ kind: 'sign-out', isDiscarding: true }),
  revoke: (account) => ({ kind: 'revoke', account: account as AccountName }),
  demote: (account) => ({ kind: 'role', account: account as AccountName, isAllowed: false }),
  promote: (account) => ({ kind: 'role', account: account as AccountName, isAllowed: true }),
}
const PLAIN = [
  'undo',
  'look',
  'refresh',
  'sync-now',
  'freeze',
  'thaw',
  'wake-worker',
  'break-connection',
  'lose-photos',
  'send-without-photos',
] as const

/**
 * Parses commands such as '2 approve 0; 0.2 look': seconds after the previous command, the command, its argument.
 * @throws for an unknown command
 */
export function readSteps(text: string): Step[] {
  return text.split(';').map((step) => {
    const [seconds, word = '', about = ''] = step.trim().split(/\s+/)
    const kind = PLAIN.find((one) => one === word)
    const happening = kind ? { kind } : WORDS[word]?.(about)
    if (!happening) throw new Error(`"${word}" is no word of the paths`)
    return { afterMs: Number(seconds) * 1_000, device: 0, ...happening }
  })
}
