import { MEMBER_STATE_LABELS, MEMBER_STATES, type Member } from '#src/domain/member.ts'
import type { QueryField } from './condition.ts'

/** What members can be filtered by, beside the search. */
export const MEMBER_FIELDS: readonly QueryField<Member>[] = [
  { kind: 'days', name: 'joined', label: 'Joined', of: ({ createdAt }) => createdAt },
  {
    kind: 'range',
    name: 'posted',
    label: 'Properties posted',
    of: ({ posted: { sell, rent, auction } }) => sell + rent + auction,
    say: String,
  },
  {
    kind: 'yes-no',
    name: 'boosted',
    label: 'Boosted property',
    of: ({ boosted }) => boosted > 0,
    says: { yes: 'With a boosted property', no: 'Without a boosted property' },
  },
  {
    kind: 'text',
    name: 'state',
    label: 'State',
    isDetail: true,
    choices: MEMBER_STATES.map((value) => ({ value, label: MEMBER_STATE_LABELS[value] })),
    of: ({ state }) => state,
  },
]
