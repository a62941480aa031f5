import { readFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** `node read-pdf.fixture.ts <file>`: the text of each page as a reader finds it, and where, as JSON. */

/** Of a document. */
export type Pages = string[]
/** Of a page: each text with the place of its left end above the corner below, in points. */
export type Places = { x: number; y: number; text: string }[]
export type ReadPdf = { pages: Pages; places: Places[] }

const document = await getDocument({
  data: new Uint8Array(readFileSync(process.argv[2] ?? '')),
  verbosity: 0,
}).promise
const pages: Pages = []
const places: Places[] = []
for (let at = 1; at <= document.numPages; at++) {
  const { items } = await (await document.getPage(at)).getTextContent()
  const texts = items.flatMap((item) => ('str' in item ? [item] : []))
  pages.push(texts.map(({ str }) => str).join(''))
  places.push(
    texts
      .filter(({ str }) => str.trim() !== '')
      .map(({ str, transform }) => ({
        x: Math.round(transform[4]),
        y: Math.round(transform[5]),
        text: str,
      })),
  )
}
process.stdout.write(JSON.stringify({ pages, places } satisfies ReadPdf))
