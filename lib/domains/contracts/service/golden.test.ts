import { contractTexts } from '../../seed/contract-texts.ts'
import { drawContract, endDrawing } from './draw-contract.ts'
import { paperOf, sampleFields } from './sample-paper.fixture.ts'
import { readPdf } from './testing.ts'

/**
 * Each contract that tenants begin with, drawn of one order and read again: every text and its place on the page. What
 * differs here is what a customer would sign otherwise; a snapshot is renewed only where that was wanted.
 */

afterAll(endDrawing)

test.each(contractTexts.map((template) => [template.code, template] as const))(
  'a contract %s says what it said, where it said it',
  async (code, { name, body }) => {
    const { paper, problems, missing } = paperOf({ code, name, body })
    expect({ problems, missing }).toEqual({ problems: [], missing: [] })
    const { contractNo } = paper
    const drawn = await drawContract(paper, '2026-11-22T08:00:00.000Z')
    if ('lacking' in drawn) throw new Error(drawn.lacking.join())
    const { pages, places } = readPdf(drawn.bytes)

    const whole = pages.join('')
    for (const [at, text] of pages.entries()) {
      expect(text).toContain(`第 ${at + 1} 页 共 ${pages.length} 页`)
      expect(text).toContain(contractNo)
    }
    // Every value that the text names stands in it, rare names and capitals among them.
    const named = Object.entries(sampleFields).filter(([field]) => body.includes(`{${field}}`))
    expect(named.length).toBeGreaterThan(2)
    for (const [, value] of named) expect(whole.replace(/\s/g, '')).toContain(value?.replace(/\s/g, ''))
    expect(
      places.map((page) => page.map(({ x, y, text }) => `${x},${y} ${text}`).join('\n')),
    ).toMatchSnapshot()
  },
)
