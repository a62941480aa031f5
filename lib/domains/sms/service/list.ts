import { desc, eq, inArray, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, to } from '../../../platform/db/list-conditions.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { unanswered } from '../../../platform/outside/said.ts'
import { maskMobile } from '../../../rules/mask.ts'
import { sysUser } from '../../identity/table.ts'
import { application } from '../../orders/table.ts'
import { sms as calls, type SmsRow } from '../contract.ts'
import { smsSegments } from '../rules/sms.ts'
import { smsRecord } from '../table.ts'
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
    senderName: senderName ?? say('sms.system'),
    resent: resentAt !== null,
  }))
}

export const listSms = list.page

export const exportSms = list.file({
  list: 'sms',
  title: say('routes.contractSms'),
  columns: {
    smsNo: { title: say('sms.smsNo'), value: ({ smsNo }) => smsNo },
    customerName: { title: say('columns.customerName'), value: ({ customerName }) => customerName },
    contractNo: { title: say('sms.contractNo'), value: ({ contractNo }) => contractNo },
    orderNo: { title: say('columns.orderNo'), value: ({ orderNo }) => orderNo },
    kind: { title: say('sms.kind'), value: ({ kind }) => say(`sms.kinds.${kind}`) },
    name: { title: say('sms.name'), value: ({ role, name }) => `${role} ${name}` },
    mobile: { title: say('sms.mobile'), value: ({ mobile }) => mobile },
    state: { title: say('sms.state'), value: ({ state }) => say(`sms.states.${state}`) },
    failReason: { title: say('sms.failReason'), value: ({ failReason }) => failReason },
    text: { title: say('sms.text'), value: ({ text }) => text },
    segments: { title: say('sms.segments'), value: ({ segments }) => segments },
    createdAt: { title: say('sms.createdAt'), value: ({ createdAt }) => chinaTime(createdAt) },
    senderName: { title: say('sms.senderName'), value: ({ senderName }) => senderName },
  },
})
