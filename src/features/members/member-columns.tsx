import { formatDate } from '#src/domain/dates.ts'
import type { Member } from '#src/domain/member.ts'
import { formatRupees } from '#src/domain/money.ts'
import { MEMBER_ORDERS } from '#src/domain/query/list-orders.ts'
import { sortKeyOf } from '#src/domain/query/sort-key.ts'
import { displayId, displayName, displayValue } from '#src/domain/text.ts'
import { Avatar } from '#src/ui/record/avatar.tsx'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'

// Placeholders of the specification (section 9), the same on every row; the real spending is in a member's details.
const CONTACTS_BOUGHT = 0
const TOTAL_SPENDING = formatRupees(0)

const DETAILS: readonly string[] = ['phone', 'email']

/** The columns of User Management in the order of the specification (section 2). */
export const MEMBER_COLUMNS: readonly DataColumn<Member>[] = [
  {
    id: 'id',
    header: 'ID',
    width: 80,
    isPinned: true,
    canPin: true,
    onCard: 'more',
    cell: ({ id }) => displayId(id),
    isId: true,
  },
  {
    id: 'name',
    header: 'Name',
    width: 180,
    canGrow: true,
    isPinned: true,
    canPin: true,
    onCard: 'more',
    cell: (member) => <MemberName member={member} />,
    sortValue: MEMBER_ORDERS.name.of,
  },
  {
    id: 'joined',
    header: 'Joined',
    width: 84,
    onCard: 'lead',
    cell: ({ createdAt }) => formatDate(createdAt),
    sortValue: MEMBER_ORDERS.joined.of,
  },
  {
    id: 'phone',
    header: 'Mobile Number',
    width: 132,
    onCard: 'lead',
    cell: ({ phoneNumber }) => displayValue(phoneNumber),
  },
  {
    id: 'email',
    header: 'Email',
    width: 208,
    canGrow: true,
    isWide: true,
    onCard: 'lead',
    cell: ({ email }) => displayValue(email),
    sortValue: ({ email }) => sortKeyOf(email),
  },
  postedColumn('sell', 'Sell'),
  postedColumn('rent', 'Rent'),
  postedColumn('auction', 'Auction'),
  {
    id: 'boosted',
    header: 'Boosted Property',
    align: 'end',
    width: 80,
    onCard: 'more',
    cell: ({ boosted }) => boosted,
    sortValue: ({ boosted }) => boosted,
  },
  {
    id: 'contacts',
    header: 'Contacts Bought',
    align: 'end',
    width: 80,
    onCard: 'more',
    cell: () => CONTACTS_BOUGHT,
  },
  {
    id: 'spending',
    header: 'Total Spending',
    align: 'end',
    width: 80,
    onCard: 'more',
    cell: () => TOTAL_SPENDING,
  },
]

/** The columns for roles that may not see the details. */
export const MEMBER_NAME_COLUMNS = MEMBER_COLUMNS.filter(({ id }) => !DETAILS.includes(id))

function MemberName({ member }: { member: Member }) {
  const name = displayName(member.fullName)
  return (
    <span className="cell-person">
      <Avatar src={member.pictureUrl} name={name} />
      <span>{name}</span>
    </span>
  )
}

function postedColumn(kind: keyof Member['posted'], header: string): DataColumn<Member> {
  return {
    id: kind,
    header,
    group: 'Property Posted',
    align: 'end',
    width: 68,
    onCard: 'more',
    cell: ({ posted }) => posted[kind],
    sortValue: ({ posted }) => posted[kind],
  }
}
