import { answerOf, bodyOf, queryOf, textOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { CheckRequestSchema, StartRequestSchema } from '#src/domain/import/import-request.ts'
import {
  CHECK_EXAMPLE,
  CheckAnswerSchema,
  IMPORTS_EXAMPLE,
  ImportListSchema,
  RECEIVED_EXAMPLE,
  ReceivedSchema,
  SHEET_EXAMPLE,
  SheetAnswerSchema,
} from './import-file-wire.ts'

const SITES = { group: 'Import and API', caller: 'operator' } as const
const OF_FILE = { ...SITES, record: 'file' } as const
const MAPPING_SAYS = 'The column of each field, counted from 0. The reference needs one.'
const NAMES_ROW_SAYS =
  'The row with the names of the columns, as a spreadsheet program counts. By default the one that the file shows.'
const MAPPING = { reference: 0, city: 1 }
const YES = { success: true } as const

export const importFileCalls = describeCalls({
  listImports: {
    ...SITES,
    summary: 'Files of listings, newest first',
    answer: answerOf('The newest twenty.', ImportListSchema, IMPORTS_EXAMPLE),
  },
  receiveImport: {
    ...SITES,
    isWrite: true,
    summary: 'Send a CSV or XLSX file of listings',
    notes:
      'The body is the file. Up to 20 MB and 50,000 rows, and 200 MB unpacked. CSV has commas, semicolons or tabs, in UTF-8, or UTF-16 with a BOM. Of a workbook, the first visible sheet counts. A row above the listings has the names of the columns. The file is deleted after seven days.',
    query: [queryOf('name', 'The name of the file, for people.')],
    body: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string' } } },
    },
    answer: answerOf('The file is here, and not imported yet.', ReceivedSchema, RECEIVED_EXAMPLE),
    refusals: ['bad-file', 'too-many-imports'],
  },
  readImport: {
    ...OF_FILE,
    summary: 'The columns of a file and its first rows',
    notes: '`namesRow` is null if the row with the names has to be chosen from `head`.',
    answer: answerOf('The columns.', SheetAnswerSchema, SHEET_EXAMPLE),
  },
  checkImport: {
    ...OF_FILE,
    isWrite: true,
    summary: 'Find out what the import of a file would store and refuse, without importing it',
    notes:
      '`rows` is `accepted` and `refused` together; `examples` has two values of each column as they would be stored.',
    body: bodyOf(
      CheckRequestSchema,
      { mapping: MAPPING_SAYS, namesRow: NAMES_ROW_SAYS },
      { mapping: MAPPING },
    ),
    answer: answerOf(
      'The counts, the examples, and the first errors by row and cell.',
      CheckAnswerSchema,
      CHECK_EXAMPLE,
    ),
  },
  startImport: {
    ...OF_FILE,
    isWrite: true,
    summary: 'Import a file in the background',
    notes: 'By the references of the file, as `POST /import/listings` does: again and again.',
    body: bodyOf(
      StartRequestSchema,
      {
        mapping: MAPPING_SAYS,
        namesRow: NAMES_ROW_SAYS,
        business: 'Whose listings they are: the account with this address, made if there is none.',
      },
      {
        mapping: MAPPING,
        business: {
          email: 'office@sharma-estates.example',
          fullName: 'Sharma Estates',
          phoneNumber: '+91 98765 43210',
        },
      },
    ),
    answer: answerOf('It is started.', YesSchema, YES),
    refusals: ['wrong-state'],
  },
  readRefused: {
    ...OF_FILE,
    summary: 'The refused rows of a file as CSV, with their errors',
    notes: 'Cells that a spreadsheet program would run as formulas begin with an apostrophe.',
    answer: textOf('The rows.', 'text/csv'),
  },
  discardImport: {
    ...OF_FILE,
    isWrite: true,
    summary: 'Delete a file, and leave the listings as they are',
    answer: answerOf('It is gone.', YesSchema, YES),
    refusals: ['wrong-state'],
  },
})
