import sharp from 'sharp'
import { materialLabel } from '../orders/rules/entry/materials.ts'
import { templates } from '../orders/rules/entry/templates.ts'
import { handMade, handMadeCount } from './hand-made.ts'
import { personOf } from './people.ts'
import { drawSpecimen, specimenSize } from './specimen-drawing.ts'

test('every required paper and every name of the demo can be drawn', () => {
  const titles = templates
    .flatMap(({ materials }) => materials)
    .filter(({ required }) => required)
    .map(({ materialType }) => materialLabel(materialType))
  const names = Array.from({ length: 2000 }, (_, row) => personOf(row + 1).name)
  const madeNames = Array.from({ length: handMadeCount }, (_, at) => handMade(at + 1)?.name ?? '')
  for (const title of titles) expect(drawSpecimen(title, [], 200)).toContain('<path')
  for (const name of [...names, ...madeNames])
    expect(drawSpecimen('', [['姓名', name]], 200)).toContain('<path')
})

test('a text is drawn, not written: the picture needs no font', async () => {
  const svg = drawSpecimen('身份证正面', [['姓名', '吴梅']], 200)
  expect(svg).not.toContain('<text')
  const picture = sharp(Buffer.from(svg))
  expect(await picture.metadata()).toMatchObject(specimenSize)
  const empty = await sharp(Buffer.from(drawSpecimen('', [], 200)))
    .raw()
    .toBuffer()
  const drawn = await picture.raw().toBuffer()
  expect(drawn.equals(empty)).toBe(false)
})

test('a character without an outline is an error, not a gap', () => {
  expect(() => drawSpecimen('龘', [], 0)).toThrow('龘')
})
