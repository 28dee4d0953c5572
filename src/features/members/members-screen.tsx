import { useDeferredValue, useMemo } from 'react'
import type { Member } from '#src/domain/member.ts'
import { filterRows } from '#src/domain/query/condition.ts'
import { MEMBER_ORDERS } from '#src/domain/query/list-orders.ts'
import { MEMBER_FIELDS } from '#src/domain/query/member-fields.ts'
import { displayName } from '#src/domain/text.ts'
import { sayRowCount } from '#src/lists/count-label.ts'
import { ExportButton } from '#src/lists/export/export-button.tsx'
import { exportOrderOf } from '#src/lists/export/export-order.ts'
import { ConditionChips } from '#src/lists/filters/condition-chips.tsx'
import { moreFilters } from '#src/lists/filters/more-filters.tsx'
import { NoMatch } from '#src/lists/filters/no-match.tsx'
import { useConditions, useFilterTime } from '#src/lists/filters/use-conditions.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useMay } from '#src/session/use-may.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { Avatar } from '#src/ui/record/avatar.tsx'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
import { ListHead } from '#src/ui/table/toolbar/list-head.tsx'
import { useUrlSort } from '#src/ui/table/use-url-sort.ts'
import { useNow } from '#src/ui/use-now.ts'
import { MEMBER_COLUMNS, MEMBER_NAME_COLUMNS } from './member-columns.tsx'
import { filterMembers } from './member-search.ts'
import { useMembers } from './members-queries.ts'

export interface MembersScreenProps {
  onOpen: (memberId: string) => void
}

/** User Management: every user of the marketplace, searchable and sortable. */
export function MembersScreen({ onOpen }: MembersScreenProps) {
  const members = useMembers()
  const freshness = findReadFreshness(members, useNow())
  return (
    <>
      <ListHead title="User Management">
        <ReadNote {...freshness} what="the users" onRetry={members.refetch} />
      </ListHead>
      {(members.value || members.isLoading) && (
        <MemberList members={members.value} readAtMs={members.readAt} onOpen={onOpen} />
      )}
    </>
  )
}

interface MemberListProps extends MembersScreenProps {
  /** Undefined during the first load. */
  members: readonly Member[] | undefined
  readAtMs: number
}

const NONE: readonly Member[] = []
const NAMES = ['user', 'users'] as const
const loadTable = async () => (await import('#src/domain/export/exported-lists.ts')).MEMBER_EXPORT

function MemberList({ members, readAtMs, onOpen }: MemberListProps) {
  const userId = useUserId()
  const [query, setQuery] = useUrlText('q')
  const seesDetails = useMay('see-member-details')
  const columns = seesDetails ? MEMBER_COLUMNS : MEMBER_NAME_COLUMNS
  const [sort, setSort] = useUrlSort(columns)
  const wanted = useDeferredValue(query)
  const list = useConditions(MEMBER_FIELDS)
  const { conditions } = list
  const nowMs = useFilterTime(list)
  const found = useMemo(() => filterMembers(members ?? NONE, wanted), [members, wanted])
  const shown = useMemo(
    () => filterRows(found, conditions, MEMBER_FIELDS, nowMs),
    [found, conditions, nowMs],
  )
  return (
    <section className="list-part" aria-label="Users">
      <ConditionChips list={list} />
      <ArrangedTable
        settingsKey={`${userId}:users`}
        toolbar={{
          search: (
            <SearchInput
              aria-label="Search users"
              placeholder="Name, phone, e-mail or ID"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              onClear={() => setQuery('')}
            />
          ),
          note: members ? sayRowCount(shown.length, members.length, NAMES) : 'Loading users...',
          more: moreFilters(list, members ?? NONE),
          action: (
            <ExportButton
              choice={
                members
                  ? {
                      list: 'users',
                      loadTable,
                      ...exportOrderOf({
                        columns,
                        sort,
                        rows: shown,
                        rowKey: keyOf,
                        orders: MEMBER_ORDERS,
                      }),
                      readAtMs,
                      conditions,
                      searchedText: wanted,
                      seesDetails,
                    }
                  : null
              }
            />
          ),
        }}
        skeleton={!members && <TableSkeleton cardHeightRem={14.125} />}
        caption="Users"
        columns={columns}
        rows={shown}
        filterKey={`${JSON.stringify(conditions)} ${wanted}`}
        rowKey={keyOf}
        sort={sort}
        onSortChange={setSort}
        onOpenRow={({ id }) => onOpen(id)}
        cardTitle={titleOf}
        cardMedia={drawPicture}
        emptyText={
          members?.length === 0 ? (
            'No users yet.'
          ) : (
            <NoMatch
              conditionCount={conditions.length}
              name="user"
              onClearFilters={list.clear}
              onClearSearch={() => setQuery('')}
            />
          )
        }
      />
    </section>
  )
}

function titleOf({ fullName }: Member): string {
  return displayName(fullName)
}

function drawPicture({ pictureUrl, fullName }: Member) {
  return <Avatar src={pictureUrl} name={displayName(fullName)} size={44} />
}

function keyOf({ id }: Member): string {
  return id
}
