import type { Member } from '#src/domain/member.ts'
import { MEMBER_ORDERS } from '#src/domain/query/list-orders.ts'
import { MEMBER_FIELDS } from '#src/domain/query/member-fields.ts'
import { listMemberTexts } from '#src/domain/query/search-texts.ts'
import { displayName } from '#src/domain/text.ts'
import { RecordList, type RecordListKind } from '#src/lists/record-list.tsx'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useMay } from '#src/session/use-may.ts'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { Avatar } from '#src/ui/record/avatar.tsx'
import { ListHead } from '#src/ui/table/toolbar/list-head.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { MEMBER_COLUMNS, MEMBER_NAME_COLUMNS } from './member-columns.tsx'
import { useMembers } from './members-queries.ts'

export interface MembersScreenProps {
  onOpen: (memberId: string) => void
}

/** User Management: every user of the marketplace, searchable and sortable. */
export function MembersScreen({ onOpen }: MembersScreenProps) {
  const members = useMembers()
  const seesDetails = useMay('see-member-details')
  const freshness = findReadFreshness(members, useNow())
  return (
    <>
      <ListHead title="User Management">
        <ReadNote {...freshness} what="the users" onRetry={members.refetch} />
      </ListHead>
      {(members.value || members.isLoading) && (
        <RecordList
          kind={seesDetails ? MEMBERS : MEMBER_NAMES}
          rows={members.value}
          readAtMs={members.readAt}
          seesDetails={seesDetails}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

const MEMBERS: RecordListKind<Member> = {
  list: 'users',
  words: {
    caption: 'Users',
    one: 'user',
    many: 'users',
    counted: ['user', 'users'],
    searched: 'Name, phone, e-mail or ID',
  },
  fields: MEMBER_FIELDS,
  columns: MEMBER_COLUMNS,
  orders: MEMBER_ORDERS,
  textsOf: listMemberTexts,
  loadTable: async () => (await import('#src/domain/export/exported-lists.ts')).MEMBER_EXPORT,
  keyOf: ({ id }) => id,
  titleOf: ({ fullName }) => displayName(fullName),
  drawPicture: ({ pictureUrl, fullName }) => (
    <Avatar src={pictureUrl} name={displayName(fullName)} size={44} />
  ),
  cardHeightRem: 14.125,
}

/** For roles that may not see the details. */
const MEMBER_NAMES: RecordListKind<Member> = {
  ...MEMBERS,
  columns: MEMBER_NAME_COLUMNS,
  fields: MEMBER_FIELDS.filter(({ isDetail }) => !isDetail),
}
