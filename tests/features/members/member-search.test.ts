import { expect, it } from 'vitest'
import type { Member } from '#src/domain/member.ts'
import { listMemberTexts } from '#src/domain/query/search-texts.ts'
import { findWords } from '#src/domain/text.ts'

const ASHA = member({
  id: '665e0a10c1d2e3f4a5b6c701',
  fullName: 'Asha Kulkarni',
  phoneNumber: '+91 98200-11223',
  email: 'asha@example.in',
})
const IMRAN = member({ id: '665e0a10c1d2e3f4a5b6c702', fullName: 'Imran Khan' })

function member(known: Pick<Member, 'id' | 'fullName'> & Partial<Member>): Member {
  return {
    pictureUrl: null,
    createdAt: null,
    phoneNumber: null,
    email: null,
    posted: { sell: 0, rent: 0, auction: 0 },
    boosted: 0,
    totalSpending: null,
    state: null,
    ...known,
  }
}

it.each([
  ['', [ASHA, IMRAN]],
  ['  ', [ASHA, IMRAN]],
  ['KULKARNI', [ASHA]],
  ['khan imran', [IMRAN]],
  ['9820011223', [ASHA]],
  ['98200-11223', [ASHA]],
  ['asha@example', [ASHA]],
  ['B6C702', [IMRAN]],
  ['665e0a10c1d2', [ASHA, IMRAN]],
  ['asha khan', []],
])('the search "%s" finds the matching users', (query, found) => {
  expect(findWords([ASHA, IMRAN], query, listMemberTexts)).toEqual(found)
})
