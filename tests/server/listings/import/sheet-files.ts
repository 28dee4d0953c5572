import { strToU8, zipSync } from 'fflate'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'

export const COLUMNS = [
  'Ref',
  'Deal',
  'Property type',
  'City',
  'Locality',
  'PIN',
  'Title',
  'Description',
  'Area (sq ft)',
  'BHK',
  'Monthly rent',
]

/** The cells of a flat to let. `change` maps names of columns to values. */
export function makeCells(reference: string, change: Readonly<Record<string, string>> = {}) {
  const flat = [
    reference,
    'Rent',
    'Apartment',
    FLAT.city,
    FLAT.locality,
    FLAT.pincode,
    FLAT.title,
    FLAT.description,
    '980 sq ft',
    '2 BHK',
    '₹ 32,000',
  ]
  return COLUMNS.map((name, index) => change[name] ?? flat[index] ?? '')
}

export function writeCsv(
  rows: readonly (readonly string[])[],
  { delimiter = ',', bom = false } = {},
): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)
  return (bom ? '\ufeff' : '') + [COLUMNS, ...rows].map(line).join('\r\n')
}

/** An XLSX file with one sheet of texts. `extra` files are added to the archive or replace its own. */
export function writeXlsx(
  rows: readonly (readonly string[])[],
  extra: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const sheet = [COLUMNS, ...rows].map(
    (cells, y) =>
      `<row r="${y + 1}">${cells.map((cell, x) => writeXmlCell(cell, x, y)).join('')}</row>`,
  )
  const files = { ...OF_WORKBOOK, 'xl/worksheets/sheet1.xml': wrapSheet(sheet.join('')), ...extra }
  const bytes = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ])
  return zipSync(Object.fromEntries(bytes))
}

export function wrapSheet(rows: string, after = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`
}

/** An XLSX file whose cell A2 is this XML, below the name `Ref`. `formats` are the number formats of the styles from 1 on. */
export function writeXmlCell2(
  cell: string,
  { formats = [], is1904 = false }: { formats?: readonly string[]; is1904?: boolean } = {},
): Uint8Array {
  const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>Ref</t></is></c></row><row r="2">${cell}</row>`
  return writeXlsx([], {
    'xl/worksheets/sheet1.xml': wrapSheet(rows),
    'xl/styles.xml': writeStyles(formats),
    'xl/_rels/workbook.xml.rels': writeRelations(['worksheets/sheet1.xml']),
    'xl/workbook.xml': writeWorkbook([{ name: 'Flats' }], { is1904 }),
  })
}

/** The workbook part. Sheet n has the relation rId(n). */
export function writeWorkbook(
  sheets: readonly { name: string; state?: string }[],
  { is1904 = false } = {},
): string {
  const listed = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
  )
  const properties = is1904 ? '<workbookPr date1904="1"/>' : ''
  return `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${listed.join('')}</sheets></workbook>`
}

/** The relations of the workbook: its sheets, the styles and the shared strings. */
export function writeRelations(sheets: readonly string[]): string {
  const of = (type: string, target: string, id: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const listed = sheets.map((target, index) => of('worksheet', target, `rId${index + 1}`))
  const others = [
    of('styles', 'styles.xml', 'rStyles'),
    of('sharedStrings', 'sharedStrings.xml', 'rStrings'),
  ]
  return `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships">${[...listed, ...others].join('')}</Relationships>`
}

export function writeStrings(items: readonly string[]): string {
  return `<?xml version="1.0"?><sst xmlns="${MAIN}">${items.map((item) => `<si>${item}</si>`).join('')}</sst>`
}

function writeStyles(formats: readonly string[]): string {
  const codes = formats.map(
    (code, index) =>
      `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`,
  )
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}" xfId="0"/>`)
  return `<?xml version="1.0"?><styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0" xfId="0"/>${styles.join('')}</cellXfs></styleSheet>`
}

function writeXmlCell(text: string, x: number, y: number): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<c r="${String.fromCharCode(65 + x)}${y + 1}" t="inlineStr"><is><t>${plain}</t></is></c>`
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const OF_WORKBOOK = {
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
  '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Flats" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}
