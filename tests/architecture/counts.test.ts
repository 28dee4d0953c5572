import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBareCounts, listLargeConstants } from './bare-counts.ts'
import { listFiles } from './source-files.ts'

/** What is no count for people, or never reaches 1,000. */
const EXCEPTIONS: Record<string, string> = {
  'server/platform/database/backup/copy-data.ts: ${this.rows} ': 'a checksum',
  'server/platform/limits/too-many.ts: ${minutes} minutes': 'from two hours on, it counts hours',
  'src/api/posting/submission-api.ts: ${added} added': 'MAX_PHOTOS and a video',
  'src/api/posting/submission-api.ts: ${removed} removed': 'MAX_PHOTOS and a video',
  'src/domain/due/due-time.ts: ${days.length} days': 'closed days between two dates of one listing',
  'src/domain/import/stored-values.ts: ${photos.length} photos': 'MAX_PHOTOS',
  'src/domain/media/video-rules.ts: ${MAX_SIDE_PX} pixels': 'sides of videos are written as 4096',
  'src/features/auth/links/link-form.tsx: ${minPasswordChars} characters':
    'below MAX_PASSWORD_CHARS',
  'src/features/listings/bulk/batch-plan.ts: ${done} already': 'a participle: approved',
  'src/features/listings/visits/photos/taken-photos.tsx: ${count} photos': 'MOST_VISIT_PHOTOS',
  'src/features/posting/posting-cover.tsx: {mediaCount}': 'MAX_PHOTOS and a video',
  'src/features/posting/posting-facts.ts: ${hours} hours': 'from 36 on, it counts days',
  'src/features/posting/posting-facts.ts: ${minutes} minutes': 'from 90 on, it counts hours',
  'src/lists/filters/condition-chips.tsx: {count}': 'a text, from sayRowCount',
  'src/outbox/kinds/visit/photos/visit-attempt.ts: ${count} photos': 'MOST_VISIT_PHOTOS',
  'src/outbox/kinds/visit/photos/visit-attempt.ts: ${lost} of': 'MOST_VISIT_PHOTOS',
  'src/ui/chart/chart-legend.tsx: ${seriesIndexes.length} shown': 'six series',
  'src/ui/table/columns/column-chooser.tsx: ${columns.length} columns': 'columns of a table',
  'src/ui/table/columns/column-chooser.tsx: ${shownCount} of': 'columns of a table',
  'src/ui/table/toolbar/table-toolbar.tsx: ${count} set': 'filters of a list',
  'src/ui/table/toolbar/table-toolbar.tsx: {count}': 'filters of a list',
}

const PATHS = [...listFiles('src', /\.tsx?$/), ...listFiles('server', /\.ts$/)]

test('every count in a text is grouped as in India', () => {
  const large = new Set(
    PATHS.flatMap((path) => listLargeConstants(readFileSync(path, 'utf8'), 'exported')),
  )
  const found = PATHS.flatMap((path) => findBareCounts(path, large))
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})

test.each([
  [`\`\${rows.length} rows\``, `\${rows.length} rows`],
  [`\`\${attempts} attempts\``, `\${attempts} attempts`],
  [`\`\${shown.size - 1} \${noun}\``, `\${shown.size - 1} `],
  [`\`At most \${MAX_ROWS} are read\``, `\${MAX_ROWS} are`],
  ['<b>{openCount}</b>', '{openCount}'],
])('a bare count is found in %s', (value, found) => {
  expect(findBareCounts('a.tsx', new Set(['MAX_ROWS']), `const text = ${value}`)).toEqual([
    `a.tsx: ${found}`,
  ])
})

test.each([
  `\`\${countNoun(rows.length, "row")} stored\``,
  `\`\${groupIndian(count)} waiting\``,
  `\`\${name} waits\``,
  `sql\`\${rows.length} rows\``,
])('no bare count is found in %s', (value) => {
  expect(findBareCounts('a.tsx', new Set(), `const text = ${value}`)).toEqual([])
})
