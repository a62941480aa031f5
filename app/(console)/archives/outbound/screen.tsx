'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { callOptions, codeOptions } from '@/lib/client/options'
import { useSession } from '@/lib/client/session'
import { archives, type OutRow } from '@/lib/domains/archives/contract'
import { archiveLimits } from '@/lib/domains/archives/rules/archive'
import { cleanExpressNo, expressNoForm } from '@/lib/domains/archives/rules/mail'
import {
  isFinal,
  lateness,
  type OutStep,
  outCan,
  outKinds,
  outMoves,
  outStates,
} from '@/lib/domains/archives/rules/outbound'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { businessDate } from '@/lib/rules/business-date'
import styles from '../_parts/archives.module.css'
import { outTones } from '../_parts/tones'

const BackDialog = lazyPart(() => import('../_parts/back-dialog'), ['forms'])

const list = defineList({
  name: 'archiveOutbounds',
  endpoint: archives.outbounds,
  words: 'archives',
  title: 'routes.archiveOutbounds',
  search: 'archives.outSearch',
  filters: [
    { kind: 'select', name: 'outKind', options: codeOptions('archives.outKinds', outKinds) },
    { kind: 'multi', name: 'status', options: codeOptions('archives.outStates', outStates) },
    { kind: 'select', name: 'late', options: codeOptions('archives.lateness', lateness) },
    { kind: 'dates', label: 'archives.dueDays', from: 'dueFrom', to: 'dueTo' },
  ],
  columns: [
    { key: 'outNo', kind: 'code', width: 136, card: true },
    { key: 'archiveNo', kind: 'code', width: 128 },
    { key: 'customerName', width: 88, card: true, pinned: true },
    { key: 'outKind', width: 88, codes: 'archives.outKinds' },
    { key: 'items', width: 176, cell: ({ items }) => <Papers items={items} /> },
    { key: 'applicantName', width: 88 },
    { key: 'reason', width: 128 },
    { key: 'outAt', kind: 'dateTime', width: 140 },
    {
      key: 'dueBack',
      kind: 'date',
      width: 112,
      sort: true,
      card: true,
      cell: (row) => <DueDay row={row} />,
    },
    { key: 'backAt', kind: 'dateTime', width: 140 },
    { key: 'status', width: 96, card: true, codes: 'archives.outStates', tones: outTones },
    { key: 'approvedByName', width: 88, hidden: true },
    { key: 'broughtBy', width: 88, hidden: true },
    { key: 'createdAt', kind: 'dateTime', width: 140, sort: true, hidden: true },
  ],
  sort: 'createdAt:desc',
  empty: { title: 'archives.outEmpty', hint: 'archives.outEmptyHint' },
})

function Papers({ items }: Pick<OutRow, 'items'>) {
  const t = useT()
  return items.map(({ docType }) => t(`archives.docTypes.${docType}`)).join(t('ui.separator'))
}

function DueDay({ row: { dueBack, late } }: { row: OutRow }) {
  const t = useT()
  if (!late) return dueBack
  return (
    <span className={styles.late}>
      {dueBack} {t('archives.late')}
    </span>
  )
}

const courierOptions = callOptions(archives.couriers, {}, (rows) =>
  rows.map(({ code, name }) => ({ value: code, label: name })),
)

/** Offered where its state allows it; what else refuses is said at the button. */
const stepsFor = (who: { id: number; permissions: Iterable<string> }) => (step: OutStep) => ({
  name: ({ outNo }: OutRow) => outNo,
  of: ({ status, outKind }: OutRow) =>
    outMoves[step].from.includes(status) && (!outMoves[step].final || isFinal(outKind)),
  permit: (row: OutRow) => outCan(step, row, who),
})

function verbsFor(who: { id: number; permissions: Iterable<string> }) {
  const of = stepsFor(who)
  return {
    approve: verb(archives.approve, {
      ...of('approve'),
      label: 'archives.approve',
      ask: 'archives.approveQuestion',
      many: 'archives.approveMany',
      input: ({ id }) => ({ id }),
      done: 'archives.approved',
    }),
    refuse: verb(archives.refuse, {
      ...of('refuse'),
      label: 'archives.refuse',
      tone: 'danger',
      ask: 'archives.refuseTitle',
      fields: {
        reason: {
          kind: 'text',
          label: 'archives.refuseReason',
          required: true,
          maxLength: archiveLimits.reason,
        },
      },
      input: ({ id }, { reason }) => ({ id, reason }),
      done: 'archives.refusedDone',
    }),
    release: verb(archives.release, {
      ...of('release'),
      label: 'archives.release',
      ask: 'archives.releaseTitle',
      fields: {
        courier: { kind: 'select', label: 'archives.courierOptional', options: () => courierOptions },
        expressNo: {
          kind: 'line',
          label: 'archives.expressOptional',
          maxLength: archiveLimits.expressNo,
          rule: (text: string) =>
            text === '' || expressNoForm.test(cleanExpressNo(text)) ? null : 'archives.badExpressNo',
        },
        toAddress: { kind: 'line', label: 'archives.addressOptional', maxLength: archiveLimits.address },
      },
      input: ({ id }, values) => ({ id, ...values }),
      done: 'archives.released',
    }),
    handOver: verb(archives.handOver, {
      ...of('handOver'),
      label: 'archives.handOver',
      ask: 'archives.handOverTitle',
      fields: {
        broughtBy: {
          kind: 'line',
          label: 'archives.takenBy',
          required: true,
          maxLength: archiveLimits.line,
          value: ({ customerName }: OutRow) => customerName,
        },
      },
      input: ({ id }, { broughtBy }) => ({ id, broughtBy, handedOn: businessDate(Date.now()) }),
      done: 'archives.handedOver',
    }),
  }
}

/** 档案出库: what was asked for, is out, came back or went for good. */
export function OutboundsScreen() {
  const t = useT()
  const { user, permissions } = useSession()
  const me = { id: user.id, permissions }
  const verbs = useVerbs(verbsFor(me))
  const [back, setBack] = useState<OutRow>()
  const rowActions = (row: OutRow) => [
    ...verbs.of(row),
    ...(outCan('giveBack', row, me).ok
      ? [{ key: 'back', label: t('archives.giveBack'), run: () => setBack(row) }]
      : []),
    ...(row.mailId !== null
      ? [
          {
            key: 'mail',
            label: t('archives.track'),
            href: href('archiveMailDetails', { mailId: row.mailId }),
          },
        ]
      : []),
  ]
  return (
    <>
      <ListScreen list={list} verbs={verbs} rowActions={rowActions} />
      {back && <BackDialog row={back} onClose={() => setBack(undefined)} />}
    </>
  )
}
