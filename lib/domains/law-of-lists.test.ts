import { desc, eq, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import * as z from 'zod'
import { mayCall } from '../platform/answer-call.ts'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { sampleInput } from '../platform/contract/testing.ts'
import { db, inTenant } from '../platform/db/client.ts'
import { chinaTime } from '../platform/db/list-file.ts'
import { resetDemo } from './demo.ts'
import { contracts } from './endpoints.ts'
import { home } from './home/contract.ts'
import { permissions, type RoleCode, roleCodes, roles } from './identity/rules/roles.ts'
import { orgUnit, sysRole, sysUser } from './identity/table.ts'
import { applications } from './orders/contract.ts'
import { application } from './orders/table.ts'
import { auditLog } from './system/table.ts'
import { type Caller, openTestBackend, type TestBackend } from './testing.ts'

/**
 * These laws hold for every list of the contracts, of one that is added tomorrow too: its pages, its sorts, its
 * filters, its search, its walls and its file.
 */

type Fields = Record<string, z.ZodType>
type Row = Record<string, unknown>
type Page = { data: Row[]; total: number; nextCursor: string | null }

const fieldsOf = ({ input }: Endpoint) => ('shape' in input ? (input.shape as Fields) : {})
const everyCall = Object.entries(contracts).flatMap(([domain, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [`${domain}.${name}`, endpoint] as const),
)
const lists = everyCall.filter(([, endpoint]) => 'cursor' in fieldsOf(endpoint))
const files = everyCall.filter(([, endpoint]) => endpoint.kind === 'file' && 'columns' in fieldsOf(endpoint))

/** A list has to be asked with these. */
const own = (tenant: string) => (tenant === 'blq' ? 900_001 : 900_002)
const asked: Record<string, (tenant: string) => Row> = {
  'configuration.dictionaryItems': () => ({ type: 'bank' }),
  'books.lines': () => ({ accountCode: '1002' }),
  'serviceFees.lines': (tenant) => ({ batchId: own(tenant) }),
  'balances.flows': (tenant) => ({ balanceId: own(tenant) }),
  'funders.flows': (tenant) => ({ capitalId: own(tenant) }),
  'openings.list': () => ({ kind: 'shop' }),
  'imports.list': () => ({ kind: 'blacklist' }),
  'voice.seatCalls': () => ({ seats_number: '8001' }),
  'changes.list': () => ({ view: 'all' }),
  'contractTemplates.made': (tenant) => ({ templateId: own(tenant), version: 1 }),
  'contractBatches.results': (tenant) => ({ batchId: own(tenant) }),
  // Asked for one state at a time; these wait for their reviewer.
  'papers.extraReviews': () => ({ setStatus: '待审核' }),
}
/** The role that asks where the first that may sees one kind of rows alone. */
const askedBy: Record<string, RoleCode> = {
  // Each kind is seen by whoever keeps its list; this one keeps the black list.
  'imports.list': 'risk_manager',
  'changes.list': 'finance_checker',
  'openings.list': 'risk_manager',
}
/** The one file that several lists share; any other has the path of its list. */
const orderFile: Record<string, Row> = {
  'applications.intakeList': { list: 'intake' },
  'applications.query': { list: 'query' },
  'reviews.preList': { list: 'pre' },
}
const fileOf = (name: string, { path }: Endpoint) =>
  name in orderFile
    ? applications.exportList
    : files.find(([, file]) => file.path === path.replace(/list$/, 'export'))?.[1]

/** A few rows for each list that the demo leaves without. Times and names repeat: the id has to decide. */
const rows = [
  // Values in another order than the ids, some equal and some missing.
  ...[
    ['seat', 'changed_at'],
    ['sys_user', 'last_login_at'],
    ['sys_user', 'created_at'],
    ['sys_role', 'updated_at'],
    ['dict_item', 'updated_at'],
  ].map(([table = '', column = '']) => {
    const value = sql`now() - (id * 7 + ${column.length}) % 5 * interval '1 hour'`
    return sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${value} where id % 4 > 0`
  }),
  // Each tenant has released orders, whose papers behind the release are asked for.
  sql`update application set status = 'released', released_at = stage_entered_at
    from (select id as ranked, row_number() over (order by id desc) as n from application) as each
    where ranked = id and n % 7 = 5 and status not in ('wait_sign', 'preparing') and reconsider_ask is null`,
  sql`insert into release_task (order_id, kind, due_day, done_at)
    select id, (array['new_extra', 'used_extra'])[row_number() over (partition by id % 2 order by id) % 2 + 1],
      current_date + (id % 9 - 4)::int, case when id % 5 = 0 then now() end
    from application a where status = 'released' and not exists (
      select from release_task t where t.tenant_id = a.tenant_id and t.order_id = a.id and t.kind in ('new_extra', 'used_extra'))`,
  sql`insert into material_set (order_id, kind, status, submit_at)
    select order_id, kind, (array['待审核', '待审核', '通过'])[order_id % 3 + 1], now() - order_id % 5 * interval '1 day'
    from release_task where kind in ('new_extra', 'used_extra') on conflict do nothing`,
  // Each tenant has orders with 履约保证险, some of them with an insurer.
  sql`update application set template_code = 'bd2' from (select id as ranked, row_number() over (order by id desc) as n
      from application where status in ('preparing', 'released')) as each where ranked = id and n % 3 > 0`,
  sql`insert into underwriting (order_id, submit_no, insurer, plan_code, insuredname, identifynumber, sum_insured, premium_rate, years,
      premium, start_date, status, submitted_at, submitted_by)
    select id, 'L' || id, 'DEMO2', 'basic', '', '', 1, 0.012, 1, id % 3 + 1, current_date,
      (array['已提交', '核保中', '补充资料', '拒保'])[id / 2 % 4 + 1], now(), (select min(id) from sys_user)
    from application where template_code = 'bd2' and id % 5 < 3 on conflict do nothing`,
  sql`insert into capital_order (order_id, capital_id, push_no, status, amount, pushed_at, pushed_by, reply)
    select id, (select min(id) from capital where kind = '银行'), 'C' || id,
      (array['已推送', '资方审核中', '退回补件', '拒绝'])[id / 3 % 4 + 1], 1, now() - id % 5 * interval '1 day',
      (select min(id) from sys_user), 'r' || id
    from application where id % 3 = 1 and status in ('preparing', 'wait_release', 'released') on conflict do nothing`,
  // A shop has orders whose papers are collected, and a bank pays some of them.
  sql`update application set shop_id = own.id from (select shop.id from shop
      join sys_user on sys_user.org_unit_id = shop.org_unit_id where sys_user.account = 'shop_user') as own
    where application.id % 2 = 0 and status in ('wait_sign', 'preparing', 'wait_release', 'released')`,
  sql`update application set capital_id = (select min(id) from capital where kind = '银行')
    where id % 3 > 0 and status in ('wait_sign', 'preparing', 'wait_release', 'released')`,
  // Some in every pool and among those that wait for their entry, half of the pools' with somebody; the rest as they are.
  sql`update application set status = (array['wait_pre', 'wait_first', 'wait_risk', 'wait_entry', 'ops_returned'])[n % 7 + 1],
    exa_status = (array['2', '3', '4'])[n % 7 + 1], claimed_by = case when n % 7 < 3 and n / 7 % 2 = 0 then salesman_id end
    from (select id as ranked, row_number() over (order by id desc) as n from application) as each
    where ranked = id and n % 7 < 5 and status not in ('wait_sign', 'preparing') and reconsider_ask is null`,
  sql`insert into risk_scene (scene_code, scene_name, stage, rules, status, version, updated_at)
    select scene_code, scene_name, stage, rules, '关闭', version + 1, updated_at from risk_scene`,
  sql`insert into feedback (user_id, plain_type, content, page, created_at)
    select id, (array['01', '03', '04'])[id % 3 + 1], account, '/', now() - id / 3 * interval '1 hour' from sys_user limit 9`,
  sql`insert into error_group (fingerprint, type, message, count, first_at, last_at)
    select 'f' || n, case n % 2 when 0 then 'script' else 'promise' end, 'm' || n, n * 7 % 5, now(), now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into call_record (call_id, seat_no, agent_id, direction, phone, start_at, end_at, result, source)
    select nlos_tenant() || '-' || id, '8001', id, '呼入', '', now() - id / 3 * interval '1 hour', now(), '未接', 'server' from sys_user limit 9`,
  sql`insert into notification (user_id, kind, title, read_at, created_at)
    select id, case n % 2 when 0 then 'notice' else 'remind' end, 't' || n, case when n > 5 then now() end, now() - n / 3 * interval '1 hour'
    from sys_user, generate_series(1, 9) n`,
  // None is due while the tests run: sending one would write rows of its own between two pages.
  sql`insert into announcement (title, body, audience, status, send_at)
    select 't' || n / 2, '', 'all', 'scheduled', now() + (n / 3 + 1) * interval '1 hour' from generate_series(1, 9) n`,
  sql`insert into due_diligence (dd_no, order_id, kind, reason, parts, region, created_at)
    select 'DD' || id, id, '视频', '抽查', '{home}', '{110000,110100}', now() - id / 3 * interval '1 hour' from application limit 9`,
  sql`insert into outside_call (port, once_key, reference, request_hash, shown, status, next_at)
    select 'sms', 'SMS' || n, 'r' || n, '', jsonb_build_object('mobile', '139****000' || n),
      (array['done', 'failed', 'dead'])[n % 3 + 1], null from generate_series(1, 9) n`,
  sql`insert into job (name, status, run_at) select (array['files.sweep', 'messages.due'])[n % 2 + 1], (array['done', 'failed', 'stopped'])[n % 3 + 1],
      now() - n / 3 * interval '1 hour' from generate_series(1, 9) n`,
  sql`insert into sms_record (sms_no, order_id, kind, role, name, mobile, body, params, call_id, created_at)
    select c.once_key, a.id, (array['interview', 'approved'])[c.n % 2 + 1], '承租人', a.customer_name, a.mobile, '', '{}', c.id,
      now() - c.n / 3 * interval '1 hour'
    from (select id, once_key, row_number() over (order by id) as n from outside_call where port = 'sms') as c
    join (select id, customer_name, mobile, row_number() over (order by id) as n from application) as a on a.n = c.n`,
  sql`insert into video_interview (room_no, order_id, signer, status, agent_id)
    select 'L' || id, id, '', (array['待面签', '进行中', '通过', '不通过', '重签'])[id % 5 + 1],
      case when id % 2 = 0 then (select min(id) from sys_user) end
    from application order by id limit 15 on conflict do nothing`,
  sql`insert into contract_template (id, code, name) values (900000 + nlos_tenant(), 'JJ', 't')`,
  sql`insert into contract_template_version (id, template_id, version, name, body) values (900000 + nlos_tenant(), 900000 + nlos_tenant(), 1, 't', 't')`,
  sql`insert into contract (contract_no, order_id, code, title, template_version_id, template_version, file_hash, file_size, status, generated_at, expire_at)
    select 'C' || id, id, 'JJ', 't', 900000 + nlos_tenant(), 'v1', '', 0, '已作废', now() - id / 3 * interval '1 hour', now() from application limit 9`,
  sql`insert into contract_batch (id, state, run_by, total, started_at)
    select 900000 + nlos_tenant() + 10 * (n - 1), (array['running', 'stopped', 'done'])[n % 3 + 1], (select min(id) from sys_user), 9, now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into contract_batch_row (batch_id, order_id, state)
    select 900000 + nlos_tenant(), id, (array['waiting', 'made', 'failed'])[id % 3 + 1] from application limit 9`,
  sql`insert into pending_change (kind, about_id, title, content, lines, content_hash, amount, state, expires_at, made_by, made_at, decided_at)
    select (array['account', 'release', 'payee'])[n % 3 + 1], 900000 + n, 'change ' || n, '{}', '[]', repeat('0', 64),
      case when n % 4 > 0 then n / 3 * 100 end, case when n < 5 then 'waiting' else 'withdrawn' end,
      now() + n / 3 * interval '1 hour', case n % 2 when 0 then cashier.id else other.id end, now() - n / 3 * interval '1 hour',
      case when n >= 5 then now() end
    from generate_series(1, 9) n, (select id from sys_user where account = 'cashier') cashier,
      (select id from sys_user where account = 'cashier2') other`,
  sql`insert into payment_file (file_no, payer_account, hash, count, amount, status, created_at)
    select 'FK' || n, '14', '', 1, 1, (array['待回盘', '部分回盘', '已回盘'])[n % 3 + 1], now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into check_deputy (user_id, deputy_id, from_day, until_day, reason)
    select away.id, u.id, current_date + (u.id / 3 % 3)::int, current_date + 9, 'reason ' || u.id
    from (select id from sys_user where account in ('finance_checker', 'risk_manager')) away, sys_user u where u.id <> away.id order by u.id limit 18`,
  sql`insert into bulk_run (user_id, title, path, state, total, started_at)
    select id, 'title', '/', (array['running', 'stopped', 'done'])[n % 3 + 1], 1, now() - n / 3 * interval '1 hour'
    from sys_user, generate_series(1, 9) n`,
  sql`insert into calendar_day (day, kind, name, updated_at)
    select day, case when extract(isodow from day) < 6 then '休' else '班' end, 'name', now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n, lateral (select date '2040-01-01' + n as day) d`,
  sql`insert into list_export (user_id, title, filter, path, fields, state, created_at)
    select id, 'title', 'filter', '/', '{}', (array['queued', 'failed', 'cancelled'])[n % 3 + 1], now() - n / 3 * interval '1 hour'
    from sys_user, generate_series(1, 9) n`,
  sql`insert into courier (code, name, reach, state, created_at)
    select 'C' || n, 'name', 'city', (array['active', 'stopped'])[n % 2 + 1], now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into archive (archive_no, order_id, status, complete, box_no, created_at)
    select 'DA2001' || lpad(id::text, 6, '0'), id, (array['待收件', '缺件待补', '已归档'])[id % 3 + 1], id % 3 = 2,
      case when id % 3 = 2 then 'B-' || id % 4 end, now() - id / 3 * interval '1 hour'
    from application where status = 'released' on conflict do nothing`,
  sql`insert into archive_item (archive_id, order_id, item_no, doc_type, is_original, item_status, created_at)
    select id, order_id, n, (array['机动车登记证书', '合同原件'])[n], true, (array['应收', '在库'])[id % 2 + 1],
      now() - id / 3 * interval '1 hour'
    from archive, generate_series(1, 2) n on conflict do nothing`,
  sql`insert into archive_mail (id, mail_no, direction, from_name, from_mobile, to_name, to_address, express_company, express_no, status,
      sent_at, created_at)
    select 900000 + nlos_tenant() + 10 * (row_number() over (order by id))::int, 'YJ' || id, (array['门店→总部', '总部→客户'])[id % 2 + 1], 'from', '', 'to', '', (array['C1', 'C2'])[id % 2 + 1], 'L' || id,
      (array['已寄出', '已签收'])[id % 2 + 1], now() - id / 3 * interval '1 day', now() - id / 4 * interval '1 hour'
    from archive`,
  sql`insert into archive_mail_order (mail_id, order_id)
    select m.id, a.order_id from archive_mail m join archive a on m.mail_no = 'YJ' || a.id`,
  sql`insert into archive_outbound (out_no, archive_id, order_id, out_kind, items, applicant_id, reason, due_back, status, created_at)
    select 'CK' || id, id, order_id, (array['借阅', '诉讼'])[id % 2 + 1], '[1]', (select min(id) from sys_user), 'r',
      current_date + (id % 5 - 2)::int, (array['待审批', '已出库'])[id / 2 % 2 + 1], now() - id / 3 * interval '1 hour'
    from archive`,
  sql`insert into archive_take (take_no, scope, created_at) select 'PD' || n, 'B', now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into gl_voucher (voucher_no, event, biz_date, ref_type, ref_id, order_id)
    select 'V' || id, (array['E03', 'E00'])[id % 2 + 1], current_date - (id % 5)::int, 'voucher', id, id
    from application where id % 3 = 0 order by id limit 12`,
  sql`insert into gl_line (voucher_id, account_code, debit, credit, biz_date)
    select v.id, (array['1002', '2241.05'])[side + 1], 10 * (1 - side), 10 * side, v.biz_date
    from gl_voucher v, generate_series(0, 1) side where v.voucher_no = 'V' || v.ref_id`,
  sql`insert into gl_period (month, state) select '2001-0' || n, (array['open', 'closed'])[n % 2 + 1] from generate_series(1, 9) n`,
  // Loans in all that may become of one, each of a payment.
  sql`insert into disbursement (order_id, pay_no, amount, payer_account, payee_kind, payee_id, payee_name, payee_account, payee_bank,
      maker_id, checker_id, status)
    select id, 'L' || id, 1, '14', 'card', 1, '', '', '', (select min(id) from sys_user), (select max(id) from sys_user), '失败'
    from application order by id desc limit 16`,
  sql`insert into loan_account (loan_no, order_id, disbursement_id, customer_id, capital_id, principal, own_principal, annual_rate, term,
      repay_method, payment_timing, day_count, value_date, maturity, repay_day, outstanding_principal, deposit_balance,
      status, dpd, bucket, settled_on)
    select 'L20260101' || lpad(d.id::text, 6, '0'), a.id, d.id, a.customer_id, a.capital_id, 100 + n, 100 + n, 0.072, 2,
      'annuity', 'arrears', '30/360', current_date - n / 3 * 20, current_date - n / 3 * 20 + 60, 15, 50 + n, 0,
      (array['逾期', '提前结清', '还款中'])[n % 3 + 1], case n % 3 when 0 then n * n * 2 else 0 end,
      case when n % 3 > 0 then 'M0' when n > 3 then 'M2' else 'M1' end, case n % 3 when 1 then current_date - n / 4 end
    from (select *, (row_number() over (order by id))::int as n from disbursement where pay_no like 'L%') d
      join application a on a.id = d.order_id`,
  sql`insert into repay_plan (loan_id, period_no, kind, start_date, due_date, principal, interest, amount, balance_after, status, overdue_days)
    select id, n, 'rent', value_date, value_date + 30 * n, case n when 1 then 50 else principal - 50 end, n,
      case n when 1 then 50 else principal - 50 end + n, 0, case when n = 1 and dpd > 0 then '逾期' else '未到期' end,
      case n when 1 then dpd else 0 end
    from loan_account, generate_series(1, 2) n where loan_no like 'L20260101%'`,
  sql`insert into repayment (repay_no, loan_id, order_id, fact_no, amount, value_date, channel, third_no, kind, principal, interest,
      penalty, fee, unapplied, state, reversed_by)
    select 'RP' || id, id, order_id, 2, 100, value_date, (array['transfer', 'scan'])[(id % 2 + 1)::int], 'T' || id,
      (array['正常', '逾期'])[(id % 2 + 1)::int], 100, 0, 0, 0, 0, case id % 3 when 0 then '已冲正' else '成功' end,
      case id % 3 when 0 then 3 end
    from loan_account where loan_no like 'L20260101%'`,
  sql`insert into capital (id, code, name, kind, coop_mode, status, created_at)
    select 900000 + nlos_tenant() + 10 * (n - 1), 'LAW' || n, 'funder ' || n, (array['银行', '信托'])[n % 2 + 1], '助贷',
      (array['启用', '停用'])[n % 2 + 1], now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into capital_flow (capital_id, loan_id, kind, amount, biz_day, created_at)
    select 900000 + nlos_tenant(), id, (array['released', 'repaid'])[(id % 2 + 1)::int], 100 + id % 5, value_date, now() - id / 3 * interval '1 hour'
    from loan_account where loan_no like 'L20260101%'`,
  sql`insert into manufacturer (code, name, brands, interface_state, settle_cycle, state, created_at)
    select 'LAW' || n, 'maker ' || n, '{}', (array['none', 'testing', 'live'])[n % 3 + 1], 'month', (array['active', 'stopped'])[n % 2 + 1],
      now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into enterprise (kind, name, uscc, state, created_at)
    select (array['partner', 'appraiser'])[n % 2 + 1], 'company ' || n, 'code' || n, (array['active', 'stopped'])[n % 2 + 1],
      now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into flow_import (account_no, name, hash, rows, heads, columns, lacks, wrong, state, fresh_count, same_count, wrong_count, created_at)
    select '14', 'bank ' || n, repeat('0', 64), '[]', '[]', '{}', '[]', '[]', (array['已读取', '已导入', '已撤销'])[n % 3 + 1], n, 0, 0,
      now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into row_import (kind, name, hash, rows, heads, columns, lacks, wrong, state, fresh_count, same_count, wrong_count, created_at)
    select 'blacklist', 'file ' || n, repeat('0', 64), '[]', '[]', '{}', '[]', '[]', (array['已读取', '已导入', '已撤销'])[n % 3 + 1], n, 0, 0,
      now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into fund_flow (flow_no, account_no, direction, amount, counterparty, happened_at, biz_day, summary, biz_kind, match_status, import_id, import_row)
    select 'FLOW' || n, '14', (array['收', '付'])[n % 2 + 1], n / 3 + 1, 'payer ' || n, now() - n / 3 * interval '1 day', current_date - n / 3,
      'said', case n % 2 when 0 then '还款' end, (array['未匹配', '自动匹配'])[n % 2 + 1], (select min(id) from flow_import), n
    from generate_series(1, 9) n`,
  sql`insert into service_fee_batch (id, batch_no, capital_id, period_from, period_to, our_count, our_amount, status)
    select 900000 + nlos_tenant() + 10 * (n - 1), 'FW' || n, (select min(id) from capital), date '2001-01-01' + n * 31, date '2001-01-31' + n * 31,
      1, 1, (array['待对账', '有差异', '已确认'])[n % 3 + 1]
    from generate_series(1, 9) n`,
  sql`insert into service_fee_line (batch_id, loan_id, loan_no, period_no, our_amount, match_status, resolve)
    select 900000 + nlos_tenant(), id, loan_no, 1, 1, (array['一致', '金额不符'])[(id % 2 + 1)::int], (array['未处理', '按我方'])[(id % 2 + 1)::int]
    from loan_account where loan_no like 'L20260101%'`,
  sql`insert into account_balance (id, kind, shop_id) select 900000 + nlos_tenant(), 'commission', min(id) from shop`,
  sql`insert into balance_flow (balance_id, kind, amount, biz_day, reference, created_at)
    select 900000 + nlos_tenant(), (array['top_up', 'withdrawal'])[n % 2 + 1], n, current_date - n / 3, 'BANK' || n,
      now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into settle_apply (apply_no, loan_id, order_id, kind, quote_date, reason, principal, interest, overdue_total, penalty, fee, other_fee,
      waive_amount, deposit_offset, prepaid_offset, fee_refund, payable, status, created_at)
    select 'JQ' || id, id, order_id, (array['提前结清', '部分提前还款'])[(id % 2 + 1)::int], value_date, '其他', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      id % 5, (array['草稿', '已撤销'])[(id % 2 + 1)::int], now() - id / 3 * interval '1 hour'
    from loan_account where loan_no like 'L20260101%'`,
  sql`insert into closing (day, opens, step, created_at)
    select date '2020-01-01' + n::int, date '2020-01-02' + n::int, case n when 9 then 'loans' else 'done' end, now() - n / 3 * interval '1 hour'
    from generate_series(1, 9) n`,
  sql`insert into bulk_row (run_id, name) select id, 't' from bulk_run`,
  sql`insert into login_log (event, user_id, account, ok, created_at)
    select 'login', id, account, id % 2 = 0, now() - id / 3 * interval '1 hour' from sys_user limit 9`,
  sql`insert into audit_log (actor_id, action, object, at)
    select id, 'user.save', 'user:' || id, now() - id / 3 * interval '1 hour' from sys_user limit 9`,
]

let backend: TestBackend
beforeAll(async () => {
  const prepare = (options: Parameters<typeof resetDemo>[0]) => resetDemo({ ...options, orders: 240 })
  backend = await openTestBackend({ prepare, background: false })
  for (const tenant of [1, 2])
    await inTenant(tenant, async () => {
      for (const row of rows) await db().execute(row)
    })
  await inTenant(1, seesOneOrder)
  // Sessions.
  for (const role of ['admin', 'entry_clerk', 'pre_reviewer', 'shop_user'])
    for (const tenant of ['blq', 'qhe']) await backend.as(role, tenant).token()
  // Each at a time of its own, and ahead, so that asking does not move them.
  for (const tenant of [1, 2])
    await inTenant(tenant, () =>
      db().execute(sql`update user_session set active_at = now() + (1 + id % 5) * interval '1 hour'`),
    )
}, 120_000)
afterAll(() => backend.close())

/** Lists of what is the whole tenant's, for whoever may ask. Of any other somebody sees what is his. */
const everybodys = new Set([
  'archives.takes',
  'blacklist.entries',
  'books.accounts',
  'books.periods',
  'fundFlows.imports',
  'imports.list',
  'fundFlows.list',
  'serviceFees.list',
  'configuration.dictionaryItems',
  'contractTemplates.list',
  'calendar.list',
  'closings.list',
  'couriers.list',
  'enterprises.list',
  'funders.list',
  'manufacturers.list',
  'jobs.runs',
  'messages.noticeList',
  'outside.calls',
  'oversight.errors',
  'oversight.feedback',
  'oversight.logins',
  'oversight.online',
  'oversight.operations',
  'paymentFiles.list',
  'products.fees',
  'products.list',
  'products.residuals',
  'riskScenes.list',
  'staff.roles',
  'voice.seatCalls',
  'voice.seatList',
])
let mine = { id: 0, orderNo: '' }
let theirs = { id: 0, orderNo: '', customerName: '' }
/** Somebody who holds every permission, works in a unit where nobody else does, and has sold one order. */
async function seesOneOrder() {
  const [like] = await db().select().from(sysUser).where(eq(sysUser.account, 'contract_clerk'))
  const [unit] = await db()
    .select()
    .from(orgUnit)
    .where(eq(orgUnit.id, like?.orgUnitId ?? 0))
  const orders = await db().select().from(application).where(eq(application.status, 'preparing')).limit(2)
  const [own, other] = orders
  if (!like || !unit || !own || !other) throw new Error('the demo has no clerk, or too few orders')
  const { id: unitId, ...sameUnit } = unit
  const [apart] = await db()
    .insert(orgUnit)
    .values({ ...sameUnit, parentId: unitId, path: `${unit.path}keyhole/`, name: 'keyhole' })
    .returning({ id: orgUnit.id })
  await db()
    .insert(sysRole)
    .values({ code: 'keyhole', name: 'keyhole', dataScope: 'self', permissions: [...permissions] })
  const { id: _id, mobile: _mobile, ...user } = like
  const [made] = await db()
    .insert(sysUser)
    .values({
      ...user,
      account: 'keyhole',
      dataScope: 'self',
      roleCodes: ['keyhole'],
      orgUnitId: apart?.id ?? 0,
    })
    .returning({ id: sysUser.id })
  await db()
    .update(application)
    .set({ salesmanId: made?.id ?? 0 })
    .where(eq(application.id, own.id))
  await db().execute(sql`update pending_change set order_id = ${other.id} where order_id is null`)
  mine = own
  theirs = other
}

const keyOf = (row: Row) => row.id ?? row.callId
const keysOf = (found: readonly Row[]) => found.map(keyOf)

/** The list as somebody asks who may, and may have its file if there is one. */
function asker(name: string, endpoint: Endpoint, tenant = 'blq') {
  const calls = [endpoint, fileOf(name, endpoint) ?? endpoint]
  const role =
    askedBy[name] ??
    roleCodes.find((code) => {
      const held = new Set<string>(roles[code].permissions)
      return calls.every((call) => mayCall(call, held))
    })
  const caller: Caller = backend.as(role ?? '', tenant)
  const send = (input: Row) => caller.send(endpoint, { ...asked[name]?.(tenant), ...input })
  const ask = async (input: Row = {}): Promise<Page> => {
    const { status, body } = await send({ length: 100, ...input })
    expect([input, status]).toEqual([input, 200])
    return body as Page
  }
  return { caller, send, ask }
}

/** Every page, by number and by cursor. */
async function walk(ask: (input: Row) => Promise<Page>, sort: string, length: number, total: number) {
  const byStart: Row[] = []
  const byCursor: Row[] = []
  let cursor: string | undefined
  for (let start = 0; start < total; start += length) {
    byStart.push(...(await ask({ sort, start, length })).data)
    const next = await ask({ sort, length, cursor })
    byCursor.push(...next.data)
    cursor = next.nextCursor ?? undefined
  }
  return { byStart: keysOf(byStart), byCursor: keysOf(byCursor), rows: byStart }
}

/** The values that a field may have: one of a list, or a list of such. */
const optionsOf = (field: z.ZodType): (string | [string])[] => {
  const inner = 'unwrap' in field ? (field.unwrap as () => z.ZodType)() : field
  if ('options' in inner) return inner.options as string[]
  const several = inner instanceof z.ZodPipe ? inner.out : inner
  const each = several instanceof z.ZodArray ? several.element : undefined
  return each instanceof z.ZodEnum ? each.options.map((option) => [String(option)]) : []
}

/** Texts and numbers whose order is the same here as in the database. */
const comparable = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
    ? Number(value)
    : typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
      ? // A whole second comes without its fraction.
        value.replace(/(\.\d+)?Z$/, (_end, fraction = '.') => fraction).padEnd(30, '0')
      : undefined

/** Values for a filter that nearly no row has, beside those that it may choose from. */
const candidates = [
  'no_such',
  '2000-01-01',
  '2099-01-01',
  '9999999',
  '990000',
  '365',
  '0.01',
  '9999999999.00',
  'x:1',
  ['no_such'],
]

test('there are lists, and every file has one', () => {
  expect(lists.length).toBeGreaterThan(13)
  const found = lists.flatMap(([name, endpoint]) => fileOf(name, endpoint) ?? [])
  expect(
    files
      .map(([name]) => name)
      .filter((name) => !found.some((file) => files.some(([own, one]) => own === name && one === file))),
  ).toEqual([])
})

describe.each(lists)('%s', (name, endpoint) => {
  const sorts = optionsOf(fieldsOf(endpoint).sort as z.ZodType).map(String)

  test('pages by number and by cursor are the same rows, none lost and none twice, in the order asked for', async () => {
    const { ask } = asker(name, endpoint)
    const { total } = await ask()
    expect(total).toBeGreaterThan(2)
    expect(sorts.length).toBeGreaterThan(1)
    const length = Math.min(100, Math.ceil(total / 3))
    const orders = new Map<string, unknown[]>()
    for (const sort of sorts) {
      const { byStart, byCursor, rows } = await walk(ask, sort, length, total)
      expect([sort, new Set(byStart).size]).toEqual([sort, total])
      expect([sort, byCursor]).toEqual([sort, byStart])
      orders.set(sort, byStart)
      const [field = '', direction] = sort.split(':')
      const values = rows.map((row) => comparable(row[field])).filter((value) => value !== undefined)
      if (direction === 'desc') values.reverse()
      for (const [at, value] of values.entries()) {
        const before = values[at - 1]
        if (before !== undefined) expect([sort, before <= value]).toEqual([sort, true])
      }
    }
    for (const [sort, keys] of orders)
      if (sort.endsWith(':asc')) expect(orders.get(sort.replace(':asc', ':desc'))).toEqual(keys.toReversed())
  })

  test('refuses an order it does not have and a cursor that it never gave', async () => {
    const { send } = asker(name, endpoint)
    const refused = (field: string) => ({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    expect(await send({ sort: 'nothing:asc' })).toMatchObject(refused('sort'))
    for (const sort of sorts) {
      for (const made of ['x', ['\0', 1], [{}, 1], ['1']]) {
        const cursor =
          typeof made === 'string' ? made : Buffer.from(JSON.stringify(made)).toString('base64url')
        expect(await send({ sort, cursor })).toMatchObject(refused('cursor'))
      }
    }
  })

  test('shows no row of another tenant', async () => {
    const own = keysOf((await asker(name, endpoint).ask()).data)
    const theirs = keysOf((await asker(name, endpoint, 'qhe').ask()).data)
    expect(theirs.length).toBeGreaterThan(0)
    expect(theirs.filter((key) => own.includes(key))).toEqual([])
  })

  test('every filter leaves rows out, and brings none in', async () => {
    const { ask } = asker(name, endpoint)
    const { total } = await ask()
    const all = new Set(keysOf((await walk(ask, sorts[0] ?? '', 100, total)).rows))
    const page = ['start', 'length', 'q', 'sort', 'cursor', 'group', ...Object.keys(asked[name]?.('') ?? {})]
    for (const [filter, field] of Object.entries(fieldsOf(endpoint))) {
      if (page.includes(filter)) continue
      const values = [...optionsOf(field), ...candidates].filter((value) => field.safeParse(value).success)
      const totals: number[] = []
      for (const value of values) {
        const found = await ask({ [filter]: value })
        totals.push(found.total)
        expect([filter, value, keysOf(found.data).filter((key) => !all.has(key))]).toEqual([
          filter,
          value,
          [],
        ])
      }
      expect([filter, Math.min(...totals) < total]).toEqual([filter, true])
    }
  })

  const headsOf = everyCall.find(([, { path }]) => path === endpoint.path.replace(/list$/, 'groups'))?.[1]
  const groupNames = 'group' in fieldsOf(endpoint) ? optionsOf(fieldsOf(endpoint).group as z.ZodType) : []
  // A table without rows is none for test.each.
  for (const group of groupNames)
    test(`the rows of each ${group} stand together on all pages, under a head that counts and sums all of them`, async () => {
      const { ask, caller } = asker(name, endpoint)
      if (!headsOf) throw new Error(`${name} is grouped, and nothing answers its heads`)
      const { total } = await ask()
      const { rows } = await walk((input) => ask({ ...input, group }), sorts[0] ?? '', 7, total)
      const keys = rows.map((row) => (row[String(group)] === null ? null : String(row[String(group)])))
      expect(keys.filter((key, at) => at === 0 || key !== keys[at - 1])).toEqual([...new Set(keys)])
      const { groups } = (await caller.call(headsOf, { ...asked[name]?.('blq'), group } as never)) as {
        groups: { key: string | null; count: number; sums: Record<string, string> }[]
      }
      expect(groups.map(({ key }) => key).toSorted()).toEqual([...new Set(keys)].toSorted())
      for (const { key, count, sums } of groups) {
        const own = rows.filter((_, at) => keys[at] === key)
        expect([key, count]).toEqual([key, own.length])
        const fen = (value: unknown) => BigInt(String(value ?? '0.00').replace('.', ''))
        for (const [column, sum] of Object.entries(sums)) {
          expect([column, fen(sum)]).toEqual([column, own.reduce((all, row) => all + fen(row[column]), 0n)])
        }
      }
    })

  test('the search finds a row by what it shows, and takes every text literally', async () => {
    const { ask } = asker(name, endpoint)
    const [first] = (await ask()).data
    for (const q of ['%', '_%', '\\', "' or 1=1 --", '没有这样的'])
      expect([q, (await ask({ q })).total]).toEqual([q, 0])
    const texts = Object.values(first ?? {}).filter(
      (value) => typeof value === 'string' && /^.{2,40}$/.test(value),
    )
    const found: unknown[] = []
    for (const q of texts) found.push(...keysOf((await ask({ q: q as string })).data))
    expect(found).toContain(keyOf(first ?? {}))
  })

  const file = fileOf(name, endpoint)
  test('somebody who sees one order of his own finds nothing of others in it, its count, its search or its file', async () => {
    const keyhole = backend.as('keyhole')
    const ask = async (input: Row) => {
      const sent = { ...asked[name]?.('blq'), length: 100, ...input }
      return (await keyhole.call(endpoint, sent as never)) as Page
    }
    const isMine = ({ orderId, orderNo, account, name: own }: Row) =>
      orderId === mine.id || orderNo === mine.orderNo || [account, own].includes('keyhole')
    if (everybodys.has(name)) return expect((await ask({})).data.some((row) => !isMine(row))).toBe(true)
    for (const input of [{}, { q: theirs.orderNo }, { q: theirs.customerName }]) {
      const { data, total } = await ask(input)
      expect([name, input, data.filter((row) => !isMine(row)), total]).toEqual([name, input, [], data.length])
    }
    if (!file) return
    const { total } = await ask({})
    for (const column of Object.keys((await asker(name, endpoint).ask()).data[0] ?? {})) {
      const sent = { ...orderFile[name], ...asked[name]?.('blq'), columns: [column] }
      if ((await keyhole.raw(file, sent as never)).status !== 200) continue
      const exports = eq(auditLog.action, 'list.export')
      const entry = await inTenant(1, () =>
        db().select().from(auditLog).where(exports).orderBy(desc(auditLog.id)).limit(1),
      )
      return expect([name, entry]).toMatchObject([name, [{ after: { count: total } }]])
    }
  })

  if (!file) return
  test('the file has the rows of the list in its order, and the audit log says so', async () => {
    const { ask, caller } = asker(name, endpoint)
    const sort = sorts.find((one) => one.endsWith(':asc')) ?? ''
    const { data: listed, total } = await ask({ sort })
    const texts = Object.keys(listed[0] ?? {}).filter((key) => typeof listed[0]?.[key] === 'string')
    const wrong = { ...orderFile[name], ...asked[name]?.('blq'), columns: ['nothing'] }
    expect((await caller.raw(file, wrong as never)).status).toBe(400)
    for (const column of texts) {
      const input = { ...orderFile[name], ...asked[name]?.('blq'), sort, columns: [column] }
      const response = await caller.raw(file, input as never)
      if (response.status === 400) continue
      const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
      const cells = (sheets[0]?.rows ?? []).slice(1, listed.length + 1).map(([cell]) => cell)
      const values = listed.map((row) => row[column] as string)
      expect(cells).toEqual(values.map((value) => (/T.*Z$/.test(value) ? chinaTime(value) : value)))
      const entry = await inTenant(1, () =>
        db()
          .select()
          .from(auditLog)
          .where(eq(auditLog.action, 'list.export'))
          .orderBy(desc(auditLog.id))
          .limit(1),
      )
      expect(entry).toMatchObject([
        { object: expect.stringMatching(/^list:/), after: { count: total, filter: { sort } } },
      ])
      return
    }
    throw new Error(`${file.path} has none of the list's columns.`)
  })
})

/** Reads that name no record: home figures, counts, look-ups, choices. What they answer may hang on the caller alone. */
const figures = everyCall.filter(
  ([, endpoint]) =>
    endpoint.access !== 'public' &&
    !endpoint.writes &&
    (!endpoint.leaves || endpoint === home.find) &&
    endpoint.kind === 'json' &&
    !['cursor', 'columns'].some((field) => field in fieldsOf(endpoint)) &&
    !Object.keys(fieldsOf(endpoint)).some((field) => /^ids?$|Ids?$|^orderNos?$/.test(field)),
)
test('no figure, count or look-up of somebody who sees one order of his own moves with the orders of others', async () => {
  const keyhole = backend.as('keyhole')
  const answers = async () => {
    const found: Record<string, string> = {}
    for (const [name, endpoint] of figures) {
      const input = sampleInput(endpoint.input)
      if (!input) throw new Error(`no input is known for ${endpoint.path}`)
      const body = JSON.stringify((await keyhole.send(endpoint, input)).body)
      // Some say when they were asked, and the plan of jobs when it is next their time.
      found[name] = body.replace(/"(at|nextAt)":"[^"]*"/g, '')
    }
    return found
  }
  const others = sql`id <> ${mine.id}`
  const before = await answers()
  expect(figures.length).toBeGreaterThan(20)
  for (const status of [
    'wait_pre',
    'wait_first',
    'wait_risk',
    'wait_entry',
    'wait_sign',
    'wait_release',
    'released',
  ]) {
    await inTenant(1, () =>
      db().execute(sql`update application set status = ${status}, stage_entered_at = now(), created_at = now(),
        released_at = case when ${status} = 'released' then now() end where ${others}`),
    )
    const after = await answers()
    const moved = Object.keys(before).filter((name) => before[name] !== after[name])
    expect([status, moved]).toEqual([status, []])
  }
}, 120_000)
