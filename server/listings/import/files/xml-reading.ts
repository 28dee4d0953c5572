import { SaxesParser } from 'saxes'
import { SheetRefusal } from './sheet-row.ts'
import { damaged } from './xlsx-archive.ts'

const MAX_DEPTH = 100 // the parts of a workbook that are read here have ten levels at most

/** Elements by their local names. The parser knows no declarations, so it expands and fetches no entities. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Reads a part of a workbook piece by piece. Yields after each piece. @throws SheetRefusal for broken XML */
export async function* readXml(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
): AsyncGenerator<void, void, void> {
  const parser = makeParser(handler)
  let decoder: TextDecoder | undefined
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(findEncoding(chunk), { fatal: true })
      parser.write(decoder.decode(chunk, { stream: true }))
      yield
    }
    if (!decoder) throw damaged()
    parser.write(decoder.decode()).close()
    yield
  } catch (error) {
    throw error instanceof SheetRefusal ? error : damaged()
  }
}

function makeParser({ open, text, close }: XmlHandler) {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  let depth = 0
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > MAX_DEPTH) throw damaged()
    open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    close?.(localName(name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  return parser
}

/** XML is UTF-8 unless it begins with the byte order mark of UTF-16. */
function findEncoding(chunk: Buffer): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  return chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8'
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
