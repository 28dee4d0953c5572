// A long table of one column.

const keyOf = ({ key }: { key: string }) => key

/** What a table of so many flats needs. */
export function describeFlats(count: number) {
  return {
    caption: 'Flats',
    emptyText: 'No flats',
    rowKey: keyOf,
    cardTitle: keyOf,
    columns: [{ id: 'key', header: 'ID', cell: keyOf }],
    rows: Array.from({ length: count }, (_, index) => ({ key: `k${index}` })),
  }
}
