import { answerOf, textOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { LIST_EXPORT_EXAMPLE, ListExportsSchema } from './export-job-wire.ts'

export const exportJobCalls = describeCalls({
  listExports: {
    group: 'Panel',
    summary: 'The exports of large lists, for a day',
    notes: "The caller's own; owners of the panel also get those of the others.",
    caller: 'operator',
    isTagged: true,
    answer: answerOf('The exports, newest first.', ListExportsSchema, {
      success: true,
      data: [LIST_EXPORT_EXAMPLE],
    }),
  },
  downloadExport: {
    group: 'Panel',
    record: 'export',
    summary: "The file of one of the caller's own exports",
    notes:
      'Needs the rights that the export needed. Supports ranges, so that a download that broke off can go on.',
    caller: 'operator',
    answer: textOf('The file. An XLSX file has another type.', 'text/csv'),
    refusals: ['confirm-identity'],
  },
  removeExport: {
    isWrite: true,
    group: 'Panel',
    record: 'export',
    summary: 'Cancel an export, or delete its file',
    notes: 'Owners of the panel may do so with those of the others, which the audit log has.',
    caller: 'operator',
    answer: answerOf('It is gone.', YesSchema, { success: true }),
  },
})
