import { SheetRefusal } from './sheet-row.ts'
import { damaged, type XlsxArchive } from './xlsx-archive.ts'
import { readXml } from './xml-reading.ts'

// Reads the parts of a workbook that its sheets refer to (ECMA-376, part 1, chapter 18).

const ROOT_RELATIONS = '_rels/.rels'
const WORKBOOK = 'xl/workbook.xml'
const OTHER_FILES: readonly (readonly [part: string, kind: string])[] = [
  ['xl/workbook.bin', 'an XLSB file'],
  ['content.xml', 'an OpenDocument file'],
  ['Index/Document.iwa', 'a Numbers file'],
]

const BASE_BYTES = 90_000_000 // the archive, the libraries, and what they leave to the garbage collector
const BYTES_OF_STRINGS = 2.5 // of memory for a byte of XML: two for a character, and the string itself

export interface Workbook {
  /** The sheet to read: the first one that is visible. */
  sheet: { name: string; part: string }
  otherSheets: string[]
  /** Dates count from 1904 instead of 1900. */
  is1904: boolean
  sharedStrings: string[]
  /** The number format of each cell style: a code, or the id of a format that every program knows. */
  formats: (string | number)[]
}

interface Relation {
  type: string
  part: string
}

/** @throws SheetRefusal */
export async function readWorkbook(
  archive: XlsxArchive,
  requireMemory: (bytes: number) => void,
): Promise<Workbook> {
  const part = await findWorkbook(archive)
  const relations = await readRelations(archive, part)
  const { sheets, is1904 } = await readSheets(archive, part)
  const isData = ({ relation }: ListedSheet) =>
    relations.get(relation)?.type.endsWith('/worksheet') ?? false
  const chosen = sheets.find((sheet) => !sheet.isHidden && isData(sheet))
  const target = chosen && relations.get(chosen.relation)
  if (!chosen || !target) throw new SheetRefusal('The file has no sheet that is visible.')
  const ofType = (type: string) =>
    [...relations.values()].find((one) => one.type.endsWith(type) && archive.has(one.part))
  const strings = ofType('/sharedStrings')
  const styles = ofType('/styles')
  // Only the shared strings are in memory as a whole; all else is read piece by piece.
  requireMemory(BASE_BYTES + (strings ? archive.size(strings.part) : 0) * BYTES_OF_STRINGS)
  return {
    sheet: { name: chosen.name, part: target.part },
    otherSheets: sheets.filter((sheet) => sheet !== chosen).map(({ name }) => name),
    is1904,
    sharedStrings: strings ? await readSharedStrings(archive, strings.part) : [],
    formats: styles ? await readFormats(archive, styles.part) : [],
  }
}

async function findWorkbook(archive: XlsxArchive): Promise<string> {
  const [, kind] = OTHER_FILES.find(([name]) => archive.has(name)) ?? []
  if (kind) throw new SheetRefusal(`This is ${kind}. Save it as XLSX or CSV.`)
  if (archive.has(WORKBOOK) || !archive.has(ROOT_RELATIONS)) return requirePart(archive, WORKBOOK)
  const relations = await readRelations(archive, '')
  const main = [...relations.values()].find(({ type }) => type.endsWith('/officeDocument'))
  return requirePart(archive, main?.part ?? WORKBOOK)
}

function requirePart(archive: XlsxArchive, part: string): string {
  if (archive.has(part)) return part
  throw new SheetRefusal('This archive is no XLSX file. Send a CSV or XLSX file.')
}

/** The relations of a part by their ids. Targets are relative to the part's folder. */
async function readRelations(archive: XlsxArchive, part: string): Promise<Map<string, Relation>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations = new Map<string, Relation>()
  if (!archive.has(name)) throw damaged()
  await readPart(archive, name, {
    open(element, { Id = '', Type = '', Target = '' }) {
      if (element !== 'Relationship') return
      // A URL resolves '..' and a leading '/' as the format demands.
      const { pathname } = new URL(Target, `part:///${folder}`)
      relations.set(Id, { type: Type, part: decodeURI(pathname).slice(1) })
    },
  })
  return relations
}

interface ListedSheet {
  name: string
  relation: string
  isHidden: boolean
}

async function readSheets(archive: XlsxArchive, part: string) {
  const sheets: ListedSheet[] = []
  let is1904 = false
  await readPart(archive, part, {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = isTrue(attributes['date1904'])
      if (element !== 'sheet') return
      const { name = '', state = 'visible' } = attributes
      // The prefix of the namespace of relations is free; only this attribute has the name `id` in it.
      const [, relation = ''] =
        Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      sheets.push({ name, relation, isHidden: state !== 'visible' })
    },
  })
  return { sheets, is1904 }
}

/** Texts without their formats, and without the phonetic hints of Japanese. */
async function readSharedStrings(archive: XlsxArchive, part: string): Promise<string[]> {
  const strings: string[] = []
  const text = makeTextCollector()
  await readPart(archive, part, {
    open(element) {
      if (element === 'si') text.begin()
      text.open(element)
    },
    text: text.add,
    close(element) {
      text.close(element)
      if (element === 'si') strings.push(text.end())
    },
  })
  return strings
}

/** Collects the text of the `t` elements of a string item, but not those of its phonetic hints (`rPh`). */
export function makeTextCollector() {
  let parts: string[] = []
  let isText = false
  let isPhonetic = false
  return {
    begin() {
      parts = []
    },
    open(element: string) {
      if (element === 'rPh') isPhonetic = true
      if (element === 't') isText = !isPhonetic
    },
    add(text: string) {
      if (isText) parts.push(text)
    },
    close(element: string) {
      if (element === 'rPh') isPhonetic = false
      if (element === 't') isText = false
    },
    end: () => readEscapes(parts.join('')),
  }
}

const ESCAPED = /_x([\da-f]{4})_/gi

/** '_x000D_' is a character that XML cannot have (ECMA-376, 22.9.2.19). */
function readEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

async function readFormats(archive: XlsxArchive, part: string): Promise<(string | number)[]> {
  const codes = new Map<number, string>()
  const formats: (string | number)[] = []
  let isCells = false
  await readPart(archive, part, {
    open(element, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId)
      if (element === 'numFmt') codes.set(id, formatCode)
      if (element === 'cellXfs') isCells = true
      if (element === 'xf' && isCells) formats.push(codes.get(id) ?? id)
    },
    close(element) {
      if (element === 'cellXfs') isCells = false
    },
  })
  return formats
}

async function readPart(
  archive: XlsxArchive,
  part: string,
  handler: Parameters<typeof readXml>[1],
): Promise<void> {
  // Nothing to do between the pieces: the handler collects.
  for await (const _ of readXml(archive.read(part), handler));
}

/** A boolean attribute (xsd:boolean). */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
