import PDFDocument from 'pdfkit'
import { bytesOf, drawBarcode, page, writerOf } from './draw-paper.ts'

/** Labels with Code 128 on sheets of three by eight, 70 × 37 mm each. */

/** @property code what a scanner reads @property lines what people read below it */
export type Label = { code: string; lines: readonly string[] }

const across = 3
const down = 8
const width = page.width / across
const height = page.height / down
const inset = 14

/** The same labels and time are the same bytes. @param madeAt ISO, the only time in the file */
export async function drawLabels(labels: readonly Label[], madeAt: string): Promise<Buffer> {
  const date = new Date(madeAt)
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'zh-CN',
    info: { CreationDate: date, ModDate: date },
  })
  const whole = bytesOf(document)
  const write = writerOf(document)
  for (const [at, { code, lines }] of labels.entries()) {
    const place = at % (across * down)
    if (place === 0) document.addPage()
    const x = (place % across) * width + inset
    const y = Math.floor(place / across) * height + inset
    drawBarcode(document, code, { x, y, width: width - inset * 2, height: 38 })
    write(code, x, y + 41, { size: 9, bold: true })
    for (const [row, line] of lines.entries()) write(line, x, y + 54 + row * 12, { size: 8 })
  }
  document.end()
  return whole
}
