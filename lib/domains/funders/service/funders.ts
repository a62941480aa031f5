import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import { endWaiting } from '../../../platform/changes/end-change.ts'
import { propose } from '../../../platform/changes/propose.ts'
import { waitingAbout } from '../../../platform/changes/waiting-about.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { wordedColumns } from '../../../platform/db/list-file.ts'
import { badInput, notFound, refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { searchForms } from '../../../rules/clean-value.ts'
import { r2, roundTo } from '../../../rules/money.ts'
import { formatPercent } from '../../../rules/money-text.ts'
import type { Funder } from '../../capital/service/capital-record.ts'
import { usesOf } from '../../capital/service/funder-use.ts'
import { capital } from '../../channels/table.ts'
import type { Contracts } from '../../endpoints.ts'
import { loanAccount } from '../../loans/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { funders as calls, type FunderRow, type LimitFlowRow } from '../contract.ts'
import {
  type FunderFactValues,
  type FunderTermValues,
  factFindings,
  leftOf,
  termFields,
  termFindings,
} from '../rules/funder.ts'
import { capitalFlow } from '../table.ts'
import { columnsOf, type FunderTermColumns, linesOf } from './terms-change.ts'

const list = defineList(calls.list, {
  table: capital,
  scope: 'tenant',
  search: textIn(capital.code, capital.name),
  rows: readFunders,
})

async function readFunders(
  ids: readonly number[],
  { today, now }: Pick<Call, 'today' | 'now'>,
): Promise<FunderRow[]> {
  const rows = await db()
    .select()
    .from(capital)
    .where(inArray(capital.id, [...ids]))
  const uses = await usesOf(ids, today)
  const checked = await waitingAbout('funderTerms', ids, now)
  return rows.map((row) => {
    const use = uses.get(row.id) ?? { lent: '0.00', promised: '0.00', used: '0.00', today: '0.00' }
    return {
      ...row,
      ...use,
      left: leftOf(row.creditLimit, use.used),
      usedToday: use.today,
      leftToday: leftOf(row.dailyLimit, use.today),
      cities: row.cities ?? [],
      checking: checked.has(row.id),
    }
  })
}

const percent = (rate: string | null) => (rate === null ? null : formatPercent(rate))
const exportList = list.file({
  list: 'funders',
  title: say('routes.funders'),
  columns: {
    ...wordedColumns<FunderRow>('funders', {
      code: ({ code }) => code,
      name: ({ name }) => name,
      kind: ({ kind }) => kind && say(`funders.kinds.${kind}` as MessageKey),
      coopMode: ({ coopMode }) => coopMode && say(`funders.coopModes.${coopMode}` as MessageKey),
      shareRatio: ({ shareRatio }) => percent(shareRatio),
      costRate: ({ costRate }) => percent(costRate),
      aprCap: ({ aprCap }) => percent(aprCap),
      status: ({ status }) => say(`funders.statuses.${status}` as MessageKey),
    }),
    ...Object.fromEntries(
      (['creditLimit', 'used', 'left', 'dailyLimit', 'usedToday'] as const).map((key) => [
        key,
        { title: say(`funders.${key}`), value: (row: FunderRow) => row[key], money: true },
      ]),
    ),
  },
})

async function get({ capitalId }: ParsedInputOf<typeof calls.get>, call: Call): Promise<FunderRow> {
  const [row] = await readFunders([capitalId], call)
  if (!row) throw notFound()
  return row
}

/** Flows of loans whose orders somebody sees. */
function flowScope({ actor }: Call): SQL | undefined {
  const seen = orderScope(actor)
  return (
    seen &&
    inArray(
      capitalFlow.loanId,
      db()
        .select({ id: loanAccount.id })
        .from(loanAccount)
        .innerJoin(application, eq(application.id, loanAccount.orderId))
        .where(seen),
    )
  )
}

const flows = defineList(calls.flows, {
  table: capitalFlow,
  scope: { rows: flowScope },
  search: (text) =>
    or(
      ...searchForms(text).map((form) => {
        const like = `%${form.replace(/[\\%_]/g, '\\$&')}%`
        return sql`exists (select from loan_account l join application a on a.tenant_id = l.tenant_id and a.id = l.order_id
          where l.tenant_id = capital_flow.tenant_id and l.id = capital_flow.loan_id
            and (l.loan_no ilike ${like} or a.order_no ilike ${like}))`
      }),
    ),
  rows: readFlows,
})

function readFlows(ids: readonly number[]): Promise<LimitFlowRow[]> {
  return db()
    .select({
      id: capitalFlow.id,
      bizDay: capitalFlow.bizDay,
      kind: capitalFlow.kind,
      amount: capitalFlow.amount,
      lentAfter: sql<string>`(select sum(f.amount) from capital_flow f where f.tenant_id = ${capitalFlow.tenantId}
        and f.capital_id = ${capitalFlow.capitalId} and f.id <= ${capitalFlow.id})`,
      loanNo: loanAccount.loanNo,
      orderId: application.id,
      orderNo: application.orderNo,
      createdAt: capitalFlow.createdAt,
    })
    .from(capitalFlow)
    .innerJoin(loanAccount, eq(loanAccount.id, capitalFlow.loanId))
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .where(inArray(capitalFlow.id, [...ids]))
}

const orNull = (text: string, made: (text: string) => string) =>
  text.trim() === '' ? null : made(text.trim())
const share = (text: string) => roundTo(text, 4)

/** @throws 400 by field */
function requireTerms(values: FunderTermValues, kind: string): FunderTermColumns {
  const wrong = termFindings(values, kind)
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
  return {
    coopMode: values.coopMode,
    shareRatio: orNull(values.shareRatio, share),
    costRate: orNull(values.costRate, share),
    creditLimit: orNull(values.creditLimit, r2),
    dailyLimit: orNull(values.dailyLimit, r2),
    aprCap: orNull(values.aprCap, share),
    guaranteeRatio: orNull(values.guaranteeRatio, share),
  }
}

/** @throws 400 by field */
function requireFacts({ cities, ...values }: FunderFactValues & { cities: readonly string[] }) {
  const wrong = factFindings(values)
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
  const number = (text: string) => (text === '' ? null : Number(text))
  return {
    name: values.name,
    ageRange: values.ageRange || null,
    cutoffTime: values.cutoffTime || null,
    settleDay: number(values.settleDay),
    compensateDays: number(values.compensateDays),
    cities: [...cities],
  }
}

const proposeTerms = (funder: Funder, terms: FunderTermColumns, reason: string, call: Call) =>
  propose(
    'funderTerms',
    {
      aboutId: funder.id,
      title: funder.name,
      content: { was: columnsOf(funder), terms },
      lines: linesOf(funder, terms),
      reason,
    },
    call,
  )

/** @throws 400 by field, 409 for a code that is there */
async function add(input: ParsedInputOf<typeof calls.add>, call: Call): Promise<OutputOf<typeof calls.add>> {
  const { eventId: _, code, kind, reason, ...values } = input
  const facts = requireFacts(values)
  const terms = requireTerms(values, kind)
  const [made] = await db()
    .insert(capital)
    .values({ code, kind, ...facts, status: '停用', stopReason: reason, createdBy: call.actor.id })
    .onConflictDoNothing()
    .returning()
  if (!made) throw taken('funders.taken')
  await proposeTerms(made, terms, reason, call)
  await audit({ object: `capital:${made.id}`, after: { code, kind, ...facts, ...terms, reason } })
  return { id: made.id, rowVersion: made.rowVersion }
}

/** @throws 400 by field */
async function save(input: ParsedInputOf<typeof calls.save>, _call: Call, row: Funder) {
  await change(capital, row, requireFacts(input))
  return {}
}

/** @throws 400 by field, 409 while terms of it wait, 422 where nothing differs */
async function changeTerms(
  { reason, ...input }: ParsedInputOf<typeof calls.changeTerms>,
  call: Call,
  row: Funder,
): Promise<OutputOf<typeof calls.changeTerms>> {
  const terms = requireTerms(input, row.kind ?? '')
  const before = columnsOf(row)
  const differing = termFields.filter((field) => before[field] !== terms[field])
  if (differing.length === 0 && row.status === '启用') throw refused('funders.refusals.same')
  await proposeTerms(row, terms, reason, call)
  const of = (all: FunderTermColumns) => Object.fromEntries(differing.map((field) => [field, all[field]]))
  await change(capital, row, {}, { before: of(before), after: { ...of(terms), reason } })
  return { id: row.id, rowVersion: row.rowVersion + 1 }
}

/** @throws 422 for one that is stopped */
async function stop({ reason }: ParsedInputOf<typeof calls.stop>, { now }: Call, row: Funder) {
  if (row.status === '停用') throw refused('funders.refusals.stopped')
  await endWaiting('funderTerms', row.id, { now, reason: say('funders.endedByStop') })
  await change(capital, row, { status: '停用', stopReason: reason })
  return {}
}

export const funderSubject = subject({
  noun: 'capital',
  nameOf: ({ id }: Funder) => id,
  lock: byId(capital),
  shown: ({ name, ageRange, cutoffTime, settleDay, compensateDays }) => ({
    name,
    ageRange,
    cutoffTime,
    settleDay,
    compensateDays,
  }),
})

export const funderHandlers: HandlersOf<Contracts['funders']> = {
  list: list.page,
  exportList,
  get,
  flows: flows.page,
  add,
  save,
  changeTerms,
  stop,
}
