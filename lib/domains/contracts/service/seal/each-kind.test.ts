import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { contractTexts } from '../../../seed/contract-texts.ts'
import type { SignPlace } from '../../rules/signing.ts'
import { drawContract, endDrawing, sealContract } from '../draw-contract.ts'
import { paperOf } from '../sample-paper.fixture.ts'
import { hand } from '../signing/testing.ts'
import { gapOf, isGenuine } from './genuine.fixture.ts'

/**
 * A contract of each kind, sealed, as programs find it that know nothing of this one: poppler says whether it is valid,
 * reads its text and draws its pages; OpenSSL finds a change of any byte.
 */

const home = mkdtempSync(join(tmpdir(), 'nlos-each-kind-'))
afterAll(() => {
  endDrawing()
  rmSync(home, { recursive: true, force: true })
})

const on = '2026-11-22'
const company = '示例融资租赁有限公司'

type Kind = { code: string; drawn: Buffer; sealed: Buffer; places: SignPlace[]; pages: number }
const kinds: Kind[] = []
beforeAll(async () => {
  for (const template of contractTexts) {
    const { paper } = paperOf(template)
    const drawn = await drawContract(paper, '2026-11-22T08:00:00.000Z')
    if ('lacking' in drawn) throw new Error(drawn.lacking.join())
    const parties = [...new Set(drawn.places.map(({ party }) => party))].filter((one) => one !== '出租人')
    const { bytes } = await sealContract({
      bytes: drawn.bytes,
      stamps: {
        places: drawn.places,
        hands: parties.map((party) => ({ party, on, signature: hand })),
        seal: { party: '出租人', company, on },
      },
      source: { folder: home, tenant: 'blq', company },
      reason: paper.contractNo,
      at: '2026-11-22T09:30:00.000Z',
    })
    kinds.push({
      code: template.code,
      drawn: drawn.bytes,
      sealed: bytes,
      places: drawn.places,
      pages: drawn.pages,
    })
  }
}, 120_000)

const fileOf = (bytes: Buffer): string => {
  const file = join(home, 'read.pdf')
  writeFileSync(file, bytes)
  return file
}
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', cwd: home })

test('each is valid to pdfsig, and the whole of it is signed by the company', () => {
  for (const { code, sealed } of kinds) {
    const said = run('pdfsig', fileOf(sealed))
    expect([code, said]).toEqual([code, expect.stringContaining('Signature is Valid')])
    expect(said).toContain('Total document signed')
    expect(said).toContain(`CN=${company}`)
  }
}, 60_000)

test('each says to pdftotext what its order says, names of rare signs too', () => {
  for (const { code, sealed } of kinds) {
    const said = run('pdftotext', '-layout', fileOf(sealed), '-')
    expect(said).toContain(`BLQ-${code}-2026-000123`)
    expect([code, said.includes('𠮷龘')]).toEqual([code, true])
    expect(said).not.toContain('\ufffd')
  }
}, 60_000)

/** Grey pictures of its pages, 60 dots an inch. */
function picturesOf(bytes: Buffer, pages: number) {
  run('pdftoppm', '-gray', '-r', '60', fileOf(bytes), 'page')
  return Array.from({ length: pages }, (_, at) => {
    const digits = String(pages).length
    const file = readFileSync(join(home, `page-${String(at + 1).padStart(digits, '0')}.pgm`))
    const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 40))
    if (!head) throw new Error('no picture')
    return { width: Number(head[1]), pixels: file.subarray(head[0].length) }
  })
}

const dotsAPoint = 60 / 72
/** A place to sign with its line of the date, and what the ring of a seal has beyond it. */
const isIn = ({ left, top, width, height, date }: SignPlace, x: number, y: number) => {
  const round = Math.max(0, (2 * 34 - height) / 2) + 3
  const inPlace = y >= top - round && y <= top + height + round
  const onDate = y >= date.baseline - 12 && y <= date.baseline + 5
  return (
    (inPlace && x >= left - 3 && x <= left + width + 3) ||
    (onDate && x >= left - 80 && x <= Math.max(...date.ends) + 3)
  )
}

test('each looks sealed as it looked when it was read, but for the places of its signatures, which are not empty', () => {
  for (const { code, drawn, sealed, places, pages } of kinds) {
    const before = picturesOf(drawn, pages)
    const after = picturesOf(sealed, pages)
    const marked = new Set<SignPlace>()
    for (const [at, { width, pixels }] of after.entries())
      for (const [dot, grey] of pixels.entries()) {
        if (Math.abs(grey - (before[at]?.pixels[dot] ?? 0)) < 8) continue
        const [x, y] = [(dot % width) / dotsAPoint, Math.floor(dot / width) / dotsAPoint]
        const place = places.find((one) => one.page === at + 1 && isIn(one, x, y))
        if (!place) throw new Error(`${code}: page ${at + 1} differs at ${x.toFixed()}, ${y.toFixed()}`)
        marked.add(place)
      }
    expect([code, marked.size]).toEqual([code, places.length])
  }
}, 120_000)

test('a change of any byte of any of them is found, wherever it is and whatever it becomes', () => {
  const change = fc.record({
    kind: fc.nat(contractTexts.length - 1),
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    by: fc.integer({ min: 1, max: 255 }),
  })
  fc.assert(
    fc.property(change, ({ kind, place, by }) => {
      const { sealed } = kinds[kind] as Kind
      const gap = gapOf(sealed)
      // Of the signature's own place what is no padding; zeros behind it belong to nothing.
      const value = sealed.toString('latin1', 0, gap.end).replace(/0*>$/, '').length
      const at = Math.floor(place * (value + sealed.length - gap.end))
      const changed = Buffer.from(sealed)
      const byte = at < value ? at : at - value + gap.end
      changed[byte] = (changed[byte] ?? 0) ^ by
      const isSame = changed.toString('latin1').toLowerCase() === sealed.toString('latin1').toLowerCase()
      const within = byte > gap.start && byte < gap.end
      // A digit of the signature in capitals is the same digit.
      return (within && isSame) || !isGenuine(home, changed, gap)
    }),
    { numRuns: 80 },
  )
  for (const { sealed } of kinds) expect(isGenuine(home, sealed)).toBe(true)
}, 120_000)
