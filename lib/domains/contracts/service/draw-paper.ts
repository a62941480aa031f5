import bwip from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import type { ContractPaper, ContractParty } from '../rules/contract-text.ts'
import type { SignPlace } from '../rules/signing.ts'
import { breakLines } from './break-lines.ts'
import { type FontName, glyphOf, paperFonts } from './paper-fonts.ts'

/** A contract as a PDF. The same paper and time are the same bytes. */

export type DrawnPaper = { bytes: Buffer; pages: number; places: SignPlace[] }

export const page = { width: 595.28, height: 841.89, left: 64, right: 64, top: 72, bottom: 72 }
const room = page.width - page.left - page.right
/** Between a cell's text and its lines. */
const pad = 5
const size = { title: 18, heading: 12, text: 10.5, table: 9.5, small: 8 }
/** Of a line, to the size of its signs. */
const leading = 1.7
const grey = '#8a8a8a'
const ink = '#1a1a1a'

/** Everything that is filled in by whoever signs. */
const dateLine = '日期：              年        月        日'

type Block = ContractPaper['blocks'][number]
type Style = { size: number; bold?: boolean; color?: string }

const widthOf = (sign: string, points: number) => ((glyphOf(sign)?.width ?? 1000) * points) / 1000
const lengthOf = (text: string, points: number) =>
  Array.from(text).reduce((sum, sign) => sum + widthOf(sign, points), 0)

/** The bytes of a document when it is at its end. */
export function bytesOf(document: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise<Buffer>((resolve, reject) => {
    document
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', reject)
  })
}

/** Writes one line, its signs each in the first font that has it. */
export function writerOf(document: PDFKit.PDFDocument) {
  for (const { name, font } of paperFonts()) document.registerFont(name, font as never)
  return (text: string, x: number, top: number, style: Style) => {
    document
      .fontSize(style.size)
      .fillColor(style.color ?? ink)
      .strokeColor(style.color ?? ink)
      .lineWidth(0.35)
    let at = x
    let run = ''
    let name: FontName | undefined
    const end = () => {
      if (run === '' || name === undefined) return
      const how = {
        lineBreak: false,
        baseline: 'alphabetic',
        fill: true,
        stroke: style.bold ?? false,
      } as const
      document.font(name).text(run, at, top + style.size * 1.15, how)
      at += lengthOf(run, style.size)
      run = ''
    }
    for (const sign of text) {
      const next = glyphOf(sign)?.font.name
      if (next !== name) end()
      name = next
      run += sign
    }
    end()
  }
}

/** @param madeAt ISO, the only time in the file */
export async function drawPaper(paper: ContractPaper, madeAt: string): Promise<DrawnPaper> {
  const date = new Date(madeAt)
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'zh-CN',
    displayTitle: true,
    info: {
      Title: paper.title,
      Subject: paper.contractNo,
      Author: paper.company,
      CreationDate: date,
      ModDate: date,
    },
  })
  const whole = bytesOf(document)
  const write = writerOf(document)
  let y = 0
  const newPage = () => {
    document.addPage()
    y = page.top
  }
  /** A new page, unless so much is left of this one. */
  const need = (height: number) => {
    if (y + height > page.height - page.bottom) newPage()
  }

  const centred = (text: string, top: number, style: Style) =>
    write(text, (page.width - lengthOf(text, style.size)) / 2, top, style)

  const linesOf = (text: string, points: number, indent: number) =>
    breakLines(text, room, (sign) => widthOf(sign, points), room - indent)
  const writeLines = (text: string, style: Style, indent: number) => {
    for (const [at, line] of linesOf(text, style.size, indent).entries()) {
      need(style.size * leading)
      write(line, page.left + (at === 0 ? indent : 0), y, style)
      y += style.size * leading
    }
  }

  /** Rows with lines around; the head comes again on each page. */
  const writeTable = (rows: readonly (readonly string[])[], hasHead: boolean) => {
    const columns = Math.max(...rows.map((row) => row.length))
    const widths = hasHead ? widthsOf(rows, columns) : columnWidths(rows, columns)
    // A column of numbers has its name above them.
    const right = widths.map((_, at) => hasHead && rows.slice(1).some((row) => isNumber(row[at] ?? '')))
    const heightOf = (cells: string[][]) =>
      Math.max(...cells.map((lines) => lines.length)) * size.table * 1.5 + pad * 1.4
    const drawn = (row: readonly string[], bold: boolean) => {
      const own = spanned(widths, row.length)
      const cells = own.map((width, at) =>
        breakLines(row[at] ?? '', width - pad * 2, (sign) => widthOf(sign, size.table)),
      )
      const height = heightOf(cells)
      return {
        height,
        draw() {
          let x = page.left
          for (const [at, lines] of cells.entries()) {
            const width = own[at] ?? 0
            document.lineWidth(0.5).strokeColor('#b4b4b4').rect(x, y, width, height).stroke()
            for (const [line, text] of lines.entries()) {
              const from = right[at] ? x + width - pad - lengthOf(text, size.table) : x + pad
              write(text, from, y + pad * 0.7 + line * size.table * 1.5, { size: size.table, bold })
            }
            x += width
          }
          y += height
        },
      }
    }
    const head = hasHead && rows[0] ? drawn(rows[0], true) : undefined
    for (const [at, row] of rows.entries()) {
      const isHead = hasHead && at === 0
      const next = drawn(row, isHead)
      const before = y
      need(next.height)
      if (y < before && head && !isHead) head.draw()
      next.draw()
    }
    y += size.text
  }

  const signHeight = 98
  const places: SignPlace[] = []
  const writeSignatures = (parties: readonly ContractParty[]) => {
    const width = room / 2
    for (let at = 0; at < parties.length; at += 2) {
      need(signHeight - 6)
      for (const [side, party] of parties.slice(at, at + 2).entries()) {
        const x = page.left + side * width
        write(`${party}（签章）：`, x, y + 8, { size: size.text })
        document.lineWidth(0.5).strokeColor(ink)
        document
          .moveTo(x, y + 60)
          .lineTo(x + width - 36, y + 60)
          .stroke()
        write(dateLine, x, y + 66, { size: size.text })
        const label = lengthOf(`${party}（签章）：`, size.text)
        const endOf = (sign: string) => x + lengthOf(dateLine.slice(0, dateLine.lastIndexOf(sign)), size.text)
        places.push({
          party,
          page: document.bufferedPageRange().count,
          left: x + label,
          top: y - 2,
          width: width - 36 - label,
          height: 60,
          date: { baseline: y + 66 + size.text * 1.15, ends: [endOf('年'), endOf('月'), endOf('日')] },
        })
      }
      y += signHeight
    }
  }

  const indent = size.text * 2
  const writeBlock = (block: Block, next: Block | undefined) => {
    if (block.kind === 'heading') {
      y += size.text * 0.5
      // Not alone at the end of a page.
      need(size.heading * leading + size.text * leading * 2)
      writeLines(block.text, { size: size.heading, bold: true }, 0)
    } else if (block.kind === 'text') {
      // Nobody signs on a page that says nothing: the last paragraph goes along.
      if (next?.kind === 'signatures') {
        const lines = linesOf(block.text, size.text, indent).length
        need(lines * size.text * leading + Math.ceil(next.parties.length / 2) * signHeight)
      }
      writeLines(block.text, { size: size.text }, indent)
    } else if (block.kind === 'table') writeTable(block.rows, false)
    else if (block.kind === 'rows') writeTable([block.head, ...block.rows], true)
    else if (block.kind === 'signatures') writeSignatures(block.parties)
    else newPage()
  }

  newPage()
  drawBarcode(document, paper.contractNo, { x: page.width - page.right - 140, y: 30, width: 140, height: 26 })
  y += 20
  centred(paper.title, y, { size: size.title, bold: true })
  y += size.title * 1.9
  centred(`${paper.numberLabel ?? '合同编号'}：${paper.contractNo}`, y, { size: size.text, color: '#4a4a4a' })
  y += size.text * 2.6
  for (const [at, block] of paper.blocks.entries()) writeBlock(block, paper.blocks[at + 1])

  const { count } = document.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    document.switchToPage(at)
    write(paper.company, page.left, 36, { size: size.small, color: grey })
    if (at > 0) {
      const right = page.width - page.right - lengthOf(paper.contractNo, size.small)
      write(paper.contractNo, right, 36, { size: size.small, color: grey })
    }
    document.lineWidth(0.4).strokeColor('#d0d0d0')
    document
      .moveTo(page.left, 52)
      .lineTo(page.width - page.right - (at === 0 ? 150 : 0), 52)
      .stroke()
    centred(`第 ${at + 1} 页 共 ${count} 页`, page.height - 48, { size: size.small, color: grey })
  }
  document.end()
  return { bytes: await whole, pages: count, places }
}

const isNumber = (text: string) => /^-?[\d,]+(\.\d+)?%?$/.test(text)

/** Of a table under a head each column is as wide as its longest text, within bounds; what is left over is shared. */
function widthsOf(rows: readonly (readonly string[])[], columns: number): number[] {
  const wanted = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => lengthOf(row[at] ?? '', size.table) + pad * 2)),
  )
  const bounded = wanted.map((width) => Math.min(Math.max(width, room / (columns * 2)), room / 2))
  const sum = bounded.reduce((total, each) => total + each, 0)
  return bounded.map((width) => (room * width) / sum)
}

/** The last cell of a shorter row goes on to the end. */
const spanned = (widths: readonly number[], cells: number): number[] => [
  ...widths.slice(0, cells - 1),
  widths.slice(cells - 1).reduce((sum, width) => sum + width, 0),
]

/** Two columns of a contract's table are a name and a value; of more, the longer text gets the more room. */
function columnWidths(rows: readonly (readonly string[])[], columns: number): number[] {
  const longest = Array.from({ length: columns }, (_, at) =>
    Math.min(28, Math.max(6, ...rows.map((row) => Array.from(row[at] ?? '').length))),
  )
  const sum = longest.reduce((total, each) => total + each, 0)
  return longest.map((each) => (room * each) / sum)
}

/** Code 128. */
export function drawBarcode(
  document: PDFKit.PDFDocument,
  text: string,
  { x: left, y, width: room, height }: Record<'x' | 'y' | 'width' | 'height', number>,
): void {
  const [code] = bwip.raw('code128', text, '') as unknown as { sbs: number[] }[]
  const bars = code?.sbs ?? []
  const modules = bars.reduce((sum, width) => sum + width, 0)
  const unit = room / modules
  let x = left
  document.fillColor('#000000')
  for (const [at, width] of bars.entries()) {
    if (at % 2 === 0) document.rect(x, y, width * unit, height)
    x += width * unit
  }
  document.fill()
}
