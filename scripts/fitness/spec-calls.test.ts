import * as z from 'zod'
import { contracts, endpointTable } from '../../lib/domains/endpoints.ts'
import type { Endpoint } from '../../lib/platform/contract/endpoint.ts'
import { isTest, readSources } from './source-tree.ts'

/** The table of the specification, point 7, row by row. */

type Row = {
  call: `${'GET' | 'POST'} /${string}`
  /** Payload as shown; absent where the table says "not shown". */
  takes?: readonly string[]
  /** Answer as shown. */
  answers?: readonly string[]
  /** The answer is a list of such rows. */
  list?: true
  /** The specification shows no screen that makes it. */
  screenLater?: true
}

const passwords = ['password', 'new_password', 'confirm_password']
const payPasswords = ['paypassword', 'new_paypassword', 'confirm_paypassword']
const paged = ['data', 'total', 'pageNo', 'allPage']

const table: readonly Row[] = [
  {
    call: 'POST /login/go',
    takes: ['account', 'password', 'idencode', 'remember', 'username', 'code', 'redomStr'],
    answers: ['token', 'myUser'],
  },
  { call: 'POST /home/examineData', takes: [], answers: ['exa_status', 'counta', 'countb'], list: true },
  { call: 'POST /home/subscribeData', takes: ['pageNo', 'pageSize'], answers: paged },
  { call: 'POST /home/SubscriptionData', takes: ['pageNo', 'pageSize'] },
  { call: 'POST /home/showDealer' },
  { call: 'POST /home/getHomePageInfo' },
  { call: 'POST /home/list' },
  { call: 'POST /report/loading/getOrgId' },
  { call: 'POST /sys/version/list' },
  { call: 'POST /biz/datuminfo/get' },
  { call: 'GET /admin/getDic', takes: ['type'] },
  {
    call: 'POST /sys/user/updatePwd',
    takes: ['account', 'id', ...passwords, ...payPasswords],
    answers: ['code', 'msg'],
  },
  { call: 'POST /sys/role/getPermission', answers: ['roles'] },
  {
    call: 'POST /sys/module/getMenuVOs',
    answers: ['id', 'name', 'url', 'icon', 'remark', 'meta', 'subMenus'],
    list: true,
  },
  { call: 'GET /getMenuVOs', takes: [], answers: ['name', 'url', 'icon', 'id', 'meta'], list: true },
  { call: 'POST /user/refesh', answers: ['token'] },
  { call: 'GET /logout', takes: [] },
  {
    call: 'POST /biz/cifcomplain/cifcomplainsave',
    takes: ['insuredname', 'identifynumber', 'mobile'],
    screenLater: true,
  },
  { call: 'POST /getCacheParams', takes: ['params'] },
  { call: 'POST /biz/mosvoice/getSeats', takes: ['seats_number'], answers: ['data'] },
  { call: 'POST /biz/mosvoice/updateVoiceStatus', takes: ['seats_number', 'status'] },
]

/** Names of the fields of an object, or of the rows of a list. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodLazy) return fieldsOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** `home.examine`: how code names an endpoint. */
function nameOf(endpoint: Endpoint): [domain: keyof typeof contracts, name: string] {
  for (const domain of Object.keys(contracts) as (keyof typeof contracts)[]) {
    for (const [name, declared] of Object.entries(contracts[domain])) {
      if (declared === endpoint) return [domain, name]
    }
  }
  throw new Error(`${endpoint.path} has no name`)
}

/** Screens, and the shell: what it does for them in the browser and while a page is made. */
const callers = readSources()
  .filter(({ path }) => /^(app|components|lib\/client|lib\/bff)\//.test(path) && !isTest(path))
  .map(({ text }) => text)

describe.each(table)('$call', ({ call, takes, answers, list = false, screenLater = false }) => {
  const endpoint = endpointTable.get(call)

  it('is in the contracts with its payload and answer', () => {
    if (!endpoint) throw new Error(`${call} is in no contract`)
    expect(endpoint.output instanceof z.ZodArray || !list).toBe(true)
    if (takes) expect(fieldsOf(endpoint.input)).toEqual(expect.arrayContaining([...takes]))
    if (takes?.length === 0) expect(fieldsOf(endpoint.input)).toEqual([])
    if (answers) expect(fieldsOf(endpoint.output)).toEqual(expect.arrayContaining([...answers]))
  })

  // That it is handled too is compiled: Handlers is a mapped type over the contracts.
  it(screenLater ? 'has no screen yet' : 'is used by a screen', () => {
    if (!endpoint) throw new Error(`${call} is in no contract`)
    const [domain, name] = nameOf(endpoint)
    const used = new RegExp(`\\b${domain}\\.${name}\\b`)
    expect(callers.some((text) => used.test(text))).toBe(!screenLater)
  })
})

it('message pages have ten rows unless asked otherwise', () => {
  const parsed = endpointTable.get('POST /home/subscribeData')?.input.parse({})
  expect(parsed).toEqual({ pageNo: 1, pageSize: 10 })
})

it('a dictionary is a list by type', () => {
  expect(endpointTable.get('GET /admin/getDic')?.output).toBeInstanceOf(z.ZodArray)
})
