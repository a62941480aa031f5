import { sql } from 'drizzle-orm'
import { machineWalks } from '../../../../scripts/property-runs.ts'
import { changes } from '../../../platform/changes/contract.ts'
import type { Endpoint } from '../../../platform/contract/endpoint.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { openReleases } from '../../releases/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { asking, type Draw, leadsTo, outside, pick, type Step, tracks, walk } from '../../walks/testing.ts'
import { archives } from '../contract.ts'
import {
  type ArchiveFact,
  type ArchiveFactKind,
  type ArchiveState,
  archiveFrom,
  archiveNext,
  archiveStates,
  foldArchive,
  type ItemState,
  itemTakes,
} from '../rules/archive.ts'
import { type MailState, mailNext, mailStateOf } from '../rules/mail.ts'
import { type OutState, type OutStep, outMoves, outStateOf, outStates } from '../rules/outbound.ts'
import { itemCode } from '../rules/papers.ts'
import { archiveSettled } from './follow-order.ts'
import { newExpressNo, openedArchives, place } from './testing.ts'

/** Random walks of a file, its parcels and its applications through their verbs: what holds of 2.14 wherever they lead. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 120_000)
afterAll(() => backend.close())

type Row = {
  id: number
  row_version: number
  status: ArchiveState
  archive_no: string
  order_id: number
  box_no: string | null
  complete: boolean
}
type Mail = {
  id: number
  row_version: number
  status: MailState
  sent_at: string | null
  received_at: string | null
  bounced_at: string | null
  voided_at: string | null
  check_result: '齐全' | '缺件' | '不符' | null
}
type Out = {
  id: number
  row_version: number
  status: OutState
  items: number[]
  out_kind: '借阅' | '结清退还'
  applicant_id: number
  approved_by: number | null
  approved_at: string | null
  refused_at: string | null
  out_at: string | null
  back_at: string | null
  handed_at: string | null
}
type Stand = {
  archive: readonly [Row]
  items: readonly { id: number; item_no: number; item_status: ItemState }[]
  facts: readonly (ArchiveFact & {
    id: number
    items: number[] | null
    box_no: string | null
    location: string
  })[]
  mails: readonly Mail[]
  outs: readonly Out[]
  losses: readonly { id: number; content_hash: string }[]
}

const partsOf = (id: number) => ({
  archive: sql`select * from archive where id = ${id}`,
  items: sql`select id, item_no, item_status from archive_item where archive_id = ${id}`,
  facts: sql`select id, kind, items, box_no, location from archive_fact where archive_id = ${id}`,
  mails: sql`select m.* from archive_mail m join archive_mail_order o on o.mail_id = m.id
    join archive a on a.order_id = o.order_id where a.id = ${id} and m.direction = '门店→总部'`,
  outs: sql`select * from archive_outbound where archive_id = ${id}`,
  losses: sql`select id, content_hash from pending_change where kind = 'archiveLoss' and about_id = ${id} and state = 'waiting'`,
})

const keepers = ['archivist', 'archivist', 'archivist', 'risk_manager', 'shop_user'] as const
const senders = ['material_clerk', 'material_clerk', 'archivist', 'cashier'] as const
const approvers = ['risk_manager', 'risk_manager', 'archivist'] as const

function stepsOf(): Step<Stand>[] {
  const ask = asking(backend)
  const fits = (kind: ArchiveFactKind) => (stand: Stand) =>
    archiveFrom[kind].includes(stand.archive[0].status) &&
    (!['mailed', 'entered', 'lent', 'lost'].includes(kind) || itemsFor(kind, stand).length > 0)
  const itemsFor = (kind: ArchiveFactKind, stand: Stand) =>
    stand.items.filter(({ item_status }) => itemTakes(kind, item_status)).map(({ item_no }) => item_no)
  const some = (draw: Draw, numbers: readonly number[]): number[] => {
    const chosen = numbers.filter(() => draw(3) > 0)
    return chosen.length > 0 ? chosen : numbers.slice(0, 1)
  }
  const on = ({ archive: [{ id, row_version: rowVersion }] }: Stand) => ({ id, rowVersion })
  const keyOf = ({ id, row_version: rowVersion }: { id: number; row_version: number }) => ({ id, rowVersion })
  const ofMail = (
    name: string,
    endpoint: Endpoint,
    state: MailState,
    people: readonly [string, ...string[]],
    values: (stand: Stand, draw: Draw) => object = () => ({}),
  ): Step<Stand> => ({
    name,
    fits: ({ mails }) => mails.at(-1)?.status === state,
    take: async (stand, draw) => {
      const mail = stand.mails.at(-1)
      return mail ? ask(draw, endpoint, people, { ...keyOf(mail), ...values(stand, draw) }) : []
    },
  })
  const ofOut = (
    step: OutStep,
    endpoint: Endpoint,
    people: readonly [string, ...string[]],
    values: (out: Out, draw: Draw) => object = () => ({}),
  ): Step<Stand> => ({
    name: step,
    fits: ({ outs }) => outs.some(({ status }) => outMoves[step].from.includes(status)),
    take: async ({ outs }, draw) => {
      const open = outs.filter(({ status }) => outMoves[step].from.includes(status))
      const out = open[draw(Math.max(open.length, 1))] ?? outs.at(-1)
      return out ? ask(draw, endpoint, people, { ...keyOf(out), ...values(out, draw) }) : []
    },
  })
  const codes = ({ archive: [{ archive_no: no }] }: Stand, numbers: readonly number[]) =>
    numbers.map((itemNo) => itemCode(no, itemNo))
  const draft: Step<Stand> = {
    name: 'save',
    fits: (stand) => fits('mailed')(stand) && stand.mails.at(-1)?.status !== '草稿',
    take: ({ archive: [{ archive_no }] }, draw) =>
      ask(draw, archives.saveMail, senders, {
        orders: [archive_no],
        fromName: '冯敏',
        fromMobile: '13800001234',
        toName: '档案室',
        toAddress: '示例路1号',
      }),
  }
  const enter: Step<Stand> = {
    name: 'enter',
    fits: fits('entered'),
    take: (stand, draw) =>
      ask(draw, archives.enter, keepers, {
        ...on(stand),
        items: some(draw, itemsFor('entered', stand)),
        secretLevel: '普通',
      }),
  }
  const file: Step<Stand> = {
    name: 'file',
    fits: fits('filed'),
    take: (stand, draw) => ask(draw, archives.file, keepers, { ...on(stand), ...place }),
  }
  const apply: Step<Stand> = {
    name: 'apply',
    fits: fits('lent'),
    take: (stand, draw) => {
      const numbers = itemsFor('lent', stand)
      // Papers of a settled loan mostly go back to their customer together, which is what they wait for.
      const goesBack = stand.archive[0].status === '待退还' && draw(4) > 0
      return ask(draw, archives.apply, ['archivist', 'postloan', 'material_clerk'], {
        ...on(stand),
        items: goesBack ? numbers : some(draw, numbers),
        outKind: goesBack ? '结清退还' : '借阅',
        reason: '办理年检',
        dueBack: '2099-12-31',
      })
    },
  }
  const lose: Step<Stand> = {
    name: 'lose',
    fits: (stand) => stand.losses.length === 0 && itemsFor('lost', stand).length > 0,
    take: async (stand, draw) =>
      draw(4) > 0
        ? []
        : ask(draw, archives.lose, keepers, {
            ...on(stand),
            items: itemsFor('lost', stand).slice(0, 1),
            reason: '找不到',
          }),
  }
  const agree: Step<Stand> = {
    name: 'agree',
    fits: ({ losses }) => losses.length > 0,
    take: async ({ losses: [loss] }, draw) =>
      loss
        ? ask(draw, changes.approve, ['risk_manager', 'archivist'], {
            ids: [loss.id],
            hashes: [loss.content_hash],
          })
        : [],
  }
  const settle: Step<Stand> = {
    name: 'settle',
    fits: ({ archive: [{ status }] }) => status === '已归档' || status === '借出' || status === '待退还',
    take: async ({ archive: [{ order_id }], facts }, draw) => {
      if (draw(5) > 0) return []
      const last = facts.findLast(({ kind }) => kind === 'settled' || kind === 'unsettled')
      return outside(() => archiveSettled(order_id, last?.kind !== 'settled', systemCall(1, new Date())))
    },
  }
  return [
    draft,
    ofMail('send', archives.send, '草稿', senders, (stand, draw) => ({
      courier: 'SF',
      expressNo: newExpressNo(),
      codes: codes(stand, some(draw, itemsFor('mailed', stand))),
    })),
    ofMail('sign', archives.sign, '已寄出', keepers),
    ofMail('sign', archives.sign, '已寄出', keepers),
    ofMail('bounce', archives.bounce, '已寄出', keepers, () => ({ reason: '破损' })),
    {
      name: 'tick',
      fits: (stand) => stand.mails.at(-1)?.status === '已签收',
      take: async (stand, draw) => {
        const mail = stand.mails.at(-1)
        const here = draw(6) > 0
        const numbers = itemsFor(here ? 'ticked' : 'unticked', stand)
        const [code] = codes(stand, [numbers[draw(Math.max(numbers.length, 1))] ?? 1])
        return mail ? ask(draw, archives.tick, keepers, { id: mail.id, code, here }) : []
      },
    },
    ofMail('check', archives.check, '已签收', keepers, (stand) => {
      const isWhole = itemsFor('ticked', stand).length === 0
      return { result: isWhole ? '齐全' : '缺件', note: isWhole ? '' : '未收到' }
    }),
    enter,
    file,
    file,
    apply,
    apply,
    ofOut('approve', archives.approve, approvers),
    ofOut('approve', archives.approve, approvers),
    ofOut('refuse', archives.refuse, approvers, () => ({ reason: '不需要' })),
    ofOut('release', archives.release, keepers),
    ofOut('release', archives.release, keepers),
    ofOut('giveBack', archives.giveBack, keepers, ({ items }, draw) => ({
      items: some(draw, items),
      broughtBy: pick(draw, ['张三', '李四']),
    })),
    ofOut('handOver', archives.handOver, keepers, () => ({
      broughtBy: '客户',
      handedOn: businessDate(new Date()),
    })),
    lose,
    agree,
    settle,
  ]
}

function wrong(now: Stand, before: Stand): string[] {
  const found: string[] = []
  const say = (is: boolean, text: string) => {
    if (is) found.push(text)
  }
  const [row] = now.archive
  const [was] = before.archive
  say(!leadsTo(archiveNext, was.status, row.status), `${was.status} → ${row.status}`)
  const fold = foldArchive(
    now.items.map(({ item_no }) => item_no),
    now.facts.map(
      ({ kind, items, box_no, location }) =>
        ({
          kind,
          ...(items && { items }),
          ...(box_no !== null && { boxNo: box_no, location }),
        }) as ArchiveFact,
    ),
  )
  say(fold.status !== row.status, `kept as ${row.status}, its facts say ${fold.status}`)
  say(fold.complete !== row.complete, 'whole by one account, and not by the other')
  say(fold.boxNo !== row.box_no, `kept in ${row.box_no}, its facts say ${fold.boxNo}`)
  for (const { item_no, item_status } of now.items) {
    const folded = fold.items.get(item_no)
    say(folded !== item_status, `paper ${item_no} is kept as ${item_status}, its facts say ${folded}`)
    const holders = now.outs.filter(({ status, items }) => status === '已出库' && items.includes(item_no))
    say(item_status === '借出' && holders.length !== 1, `paper ${item_no} is out by ${holders.length}`)
  }
  say(
    ['在途', '已签收'].includes(row.status) !==
      now.mails.some(
        ({ status, check_result }) =>
          status === '已寄出' || (status === '已签收' && check_result === null && row.status === '已签收'),
      ),
    `${row.status}, and its parcels ${now.mails.map(({ status }) => status).join()}`,
  )
  for (const mail of now.mails) {
    const {
      sent_at: sentAt,
      received_at: receivedAt,
      bounced_at: bouncedAt,
      check_result: checkResult,
    } = mail
    say(
      mailStateOf({ sentAt, receivedAt, bouncedAt, checkResult, voidedAt: mail.voided_at }) !== mail.status,
      `a parcel is ${mail.status}`,
    )
    const former = before.mails.find(({ id }) => id === mail.id)
    say(former !== undefined && !leadsTo(mailNext, former.status, mail.status), `parcel: ${mail.status}`)
  }
  for (const out of now.outs) {
    const { approved_at: approvedAt, refused_at: refusedAt, out_at: outAt } = out
    const facts = { approvedAt, refusedAt, outAt, backAt: out.back_at, handedAt: out.handed_at }
    say(outStateOf(facts) !== out.status, `an application is ${out.status}`)
    say(out.approved_by === out.applicant_id, 'who applied approved it')
    say(out.status === '已交接' && out.out_kind !== '结清退还', 'lent papers were given away')
  }
  return found
}

const { first, last } = machineWalks

test(`wherever the walks ${first} to ${last} lead, a file is what happened to its papers`, async () => {
  const archiveTrack = tracks<ArchiveState>()
  const outTrack = tracks<OutState>()
  for (let seed = first; seed <= last; seed++) {
    const [id = 0] = await openedArchives(backend)
    await walk<Stand>({
      seed,
      length: 45,
      parts: partsOf(id),
      steps: stepsOf(),
      wrong: (now, before) => wrong(now, before),
      sees: (now, before) => {
        archiveTrack.see(now.archive, before?.archive)
        outTrack.see(now.outs, before?.outs)
      },
    })
  }
  if (last - first >= 11)
    expect([...archiveTrack.states]).toEqual(
      expect.arrayContaining(['待收件', '在途', '已签收', '核对中', '缺件待补', '已归档', '遗失']),
    )
  if (last - first < 499) return
  expect([...archiveTrack.states].sort()).toEqual([...archiveStates].sort())
  expect([...outTrack.states].sort()).toEqual([...outStates].sort())
}, 7_200_000)
