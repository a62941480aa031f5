import * as z from 'zod'
import { endpointTable } from '../../domains/endpoints.ts'
import { line } from './wire.ts'

const turned = `示例银行\u202E行支`
const broken = '示例银行\n支行'

test('a line is one line of signs that people see', () => {
  expect(line().safeParse('  Société Générale（北京）·O’Neil ').data).toBe('Société Générale（北京）·O’Neil')
  for (const text of [turned, broken, '张三\u2028李四', '张\u200B三', '张\u0000三', '张三\t李四'])
    expect(line().safeParse(text).error?.issues[0]?.message).toBe('rules.plainText')
})

/** Fields of several lines: what people say, and the texts that are made of it. */
const paragraphs =
  /^(?:opinion|reason|reasonDetail|internalNote|note|marks\.note|noPlace|content|expect|body|answer|answers\.\*|answers\.answer)$/

/** Calls whose texts nobody reads as a name: proofs, machines' words, and what a browser keeps for its own person. */
const machines =
  /^\/(?:login|callback|biz\/(?:identity|signing|interview\/(?:guest\/)?signal|system\/(?:errorlog|draft)|workspace))\//

/** Single fields that are proofs, questions to a table of ours, or cleaned by the kind that the handler asks for. */
const others = new Set([
  '/sys/user/updateOwnInfo signature',
  '/sys/user/updatePwd account',
  '/biz/change/approve payPassword',
  '/biz/message/official/receive token',
  '/biz/interview/guest/join token',
  '/biz/interview/guest/join agreed',
  '/biz/mosvoice/call/report number',
  '/biz/mosvoice/seat/save secret',
  '/biz/job/run name',
  '/biz/contract/batch/start q',
  '/biz/interview/tick code',
  '/biz/bulk/start path',
  '/biz/bulk/start rows.fields.*',
  '/biz/export/start path',
  // Each line of it is read by a rule that refuses such marks.
  '/biz/calendar/paste lines',
  '/biz/export/start fields.*',
  ...['token', 'mobile', 'redomStr', 'idencode'].map((name) => `/biz/collect/code/send ${name}`),
  ...['token', 'idNo', 'mobile', 'code', 'amount', 'agreed'].map(
    (name) => `/biz/collect/form/submit ${name}`,
  ),
])

type Text = { path: string; schema: z.ZodType }

/** The texts that a schema takes, wherever in it they stand. */
function textsOf(schema: unknown, path = ''): Text[] {
  if (schema instanceof z.ZodString) return [{ path, schema }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) =>
      textsOf(inner, path ? `${path}.${name}` : name),
    )
  if (schema instanceof z.ZodArray) return textsOf(schema.element, path)
  if (schema instanceof z.ZodRecord) return textsOf(schema.valueType, `${path}.*`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => textsOf(one, path))
  if (schema instanceof z.ZodPipe)
    return textsOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in, path)
  const { innerType } = (schema as z.ZodOptional).def ?? {}
  return innerType ? textsOf(innerType, path) : []
}

const keeps = (schema: z.ZodType, text: string) => {
  const { data } = schema.safeParse(text)
  return typeof data === 'string' && /[\u202E\n]/.test(data)
}

test('whatever a write takes as a line, however deep, refuses line breaks and marks that turn the direction', () => {
  const takes = [...endpointTable.values()].flatMap(({ path, writes, input }) =>
    !writes || machines.test(`${path}/`)
      ? []
      : textsOf(input).flatMap(({ path: field, schema }) =>
          (keeps(schema, turned) || keeps(schema, broken)) && !paragraphs.test(field)
            ? [`${path} ${field}`]
            : [],
        ),
  )
  expect(takes.filter((one) => !others.has(one))).toEqual([])
  // An exception that is none any more goes.
  expect([...others].filter((one) => !takes.includes(one))).toEqual([])
})
