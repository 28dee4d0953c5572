import { expect, test } from 'vitest'
import {
  isPostingLive,
  listPostingActions,
  type PostingSituation,
  postingStateOf,
} from '#src/domain/posting/posting-state.ts'

// The actions that an owner may take in each state. An accidental change of these rules fails this test.

test.each<[Partial<PostingSituation>, state: string, actions: string, isLive: boolean]>([
  [{ sellerState: 'draft', status: null }, 'draft', 'edit submit delete', false],
  [{ status: 'pending' }, 'in-review', 'edit submit withdraw', false],
  [{ hasApprovedVersion: true }, 'in-review', 'edit submit withdraw sold renew', true],
  [{ status: 'approved' }, 'live', 'edit submit withdraw sold renew', true],
  [{ status: 'rejected', isInvited: true }, 'changes-needed', 'edit submit withdraw', false],
  [{ status: 'rejected' }, 'rejected', 'edit submit withdraw', false],
  [{ status: 'rejected', hasApprovedVersion: true }, 'rejected', 'edit submit withdraw', false],
  [{ sellerState: 'sold', status: 'approved' }, 'sold', 'withdraw renew', false],
  [{ sellerState: 'sold', status: 'rejected' }, 'sold', 'withdraw', false],
  [{ sellerState: 'withdrawn', status: null }, 'withdrawn', 'edit submit delete', false],
  [{ sellerState: 'expired', status: 'approved' }, 'expired', 'edit submit withdraw renew', false],
])(
  'a posting with %o is in the state "%s", and its owner may: %s',
  (about, state, actions, isLive) => {
    const posted = { sellerState: 'posted', status: 'pending' } as const
    const situation = { ...posted, isInvited: false, hasApprovedVersion: false, ...about }
    expect(postingStateOf(situation)).toBe(state)
    expect(listPostingActions(situation).join(' ')).toBe(actions)
    expect(isPostingLive(situation)).toBe(isLive)
  },
)
