import { desc, eq, inArray, sql } from 'drizzle-orm'
import { sms as calls, type SmsRow } from '../../contracts/sms.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { maskMobile } from '../../rules/mask.ts'
import { smsSegments } from '../../rules/sms.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { from, is, to } from '../db/list-conditions.ts'
import { chinaTime } from '../db/list-file.ts'
import { quickSearch } from '../db/quick-search.ts'
import { application } from '../db/schema/applications.ts'
import { sysUser } from '../db/schema/identity.ts'
import { smsRecord } from '../db/schema/sms.ts'
import { unanswered } from '../outside/said.ts'
import { callFailure, callState, inState } from './call-state.ts'
import { ofOrders } from './records.ts'

/** 合同短信: the list and its file. */

const list = defineList(calls.list, {
  table: smsRecord,
  scope: 'order',
  filters: {
    state: inState,
    kind: is(smsRecord.kind),
    sentFrom: from(smsRecord.createdAt),
    sentTo: to(smsRecord.createdAt),
    order: is(smsRecord.orderId),
  },
  search: async (q) => {
    const number = q.toUpperCase()
    if (/^SMS\d+$/.test(number)) return sql`starts_with(${smsRecord.smsNo}, ${number})`
    return ofOrders((await quickSearch(q))?.where)
  },
  sorts: { createdAt: smsRecord.createdAt },
  rows: readRows,
})

async function readRows(ids: number[]): Promise<SmsRow[]> {
  const rows = await db()
    .select({
      sms: smsRecord,
      state: callState,
      failure: callFailure,
      orderNo: application.orderNo,
      contractNo: application.contractNo,
      customerName: application.customerName,
      senderName: sysUser.name,
    })
    .from(smsRecord)
    .innerJoin(application, eq(application.id, smsRecord.orderId))
    .leftJoin(sysUser, eq(sysUser.id, smsRecord.createdBy))
    .where(inArray(smsRecord.id, ids))
    .orderBy(desc(smsRecord.id))
  return rows.map(({ sms: { body, mobile, resentAt, ...record }, senderName, failure, ...others }) => ({
    ...record,
    ...others,
    mobile: maskMobile(mobile),
    text: body,
    segments: smsSegments(body),
    failReason: failure && (failure.dead ? unanswered(failure.reason) : failure.reason),
    senderName: senderName ?? zhCN('sms.system'),
    resent: resentAt !== null,
  }))
}

export const listSms = list.page

export const exportSms = list.file({
  list: 'sms',
  title: zhCN('routes.contractSms'),
  columns: {
    smsNo: { title: zhCN('sms.smsNo'), value: ({ smsNo }) => smsNo },
    customerName: { title: zhCN('columns.customerName'), value: ({ customerName }) => customerName },
    contractNo: { title: zhCN('sms.contractNo'), value: ({ contractNo }) => contractNo },
    orderNo: { title: zhCN('columns.orderNo'), value: ({ orderNo }) => orderNo },
    kind: { title: zhCN('sms.kind'), value: ({ kind }) => zhCN(`sms.kinds.${kind}`) },
    name: { title: zhCN('sms.name'), value: ({ role, name }) => `${role} ${name}` },
    mobile: { title: zhCN('sms.mobile'), value: ({ mobile }) => mobile },
    state: { title: zhCN('sms.state'), value: ({ state }) => zhCN(`sms.states.${state}`) },
    failReason: { title: zhCN('sms.failReason'), value: ({ failReason }) => failReason },
    text: { title: zhCN('sms.text'), value: ({ text }) => text },
    segments: { title: zhCN('sms.segments'), value: ({ segments }) => segments },
    createdAt: { title: zhCN('sms.createdAt'), value: ({ createdAt }) => chinaTime(createdAt) },
    senderName: { title: zhCN('sms.senderName'), value: ({ senderName }) => senderName },
  },
})
