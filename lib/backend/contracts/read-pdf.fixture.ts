import { readFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** `node read-pdf.fixture.ts <file>`: the text of each page as a reader finds it, as JSON. */

/** Of a document. */
export type Pages = string[]

const document = await getDocument({
  data: new Uint8Array(readFileSync(process.argv[2] ?? '')),
  verbosity: 0,
}).promise
const pages: Pages = []
for (let at = 1; at <= document.numPages; at++) {
  const { items } = await (await document.getPage(at)).getTextContent()
  pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
}
process.stdout.write(JSON.stringify(pages))
