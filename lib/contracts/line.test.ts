import * as z from 'zod'
import { endpointTable } from './index.ts'
import { line } from './wire.ts'

const turned = `示例银行\u202E行支`

test('a line is one line of signs that people see', () => {
  expect(line().safeParse('  Société Générale（北京）·O’Neil ').data).toBe('Société Générale（北京）·O’Neil')
  for (const text of [turned, '张三\n李四', '张三\u2028李四', '张\u200B三', '张\u0000三', '张三\t李四'])
    expect(line().safeParse(text).error?.issues[0]?.message).toBe('rules.plainText')
})

/** Fields that name a person, an account, a place or a thing, wherever a write takes them. */
const naming =
  /^(?:payeeName|payeeBank|payer|reference|remark|holderName|bankName|bankBranch|dmvOffice|ownerName|beneficiary)$/

test('whatever a write takes as a name refuses marks that turn the direction', () => {
  const takes = [...endpointTable.values()].flatMap(({ path, writes, input }) => {
    if (!writes || !(input instanceof z.ZodObject)) return []
    return Object.entries(input.shape).flatMap(([name, schema]) =>
      naming.test(name) && (schema as z.ZodType).safeParse(turned).success ? [`${path} ${name}`] : [],
    )
  })
  expect(takes).toEqual([])
})
