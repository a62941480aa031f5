'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { download } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { type ArchiveRow, archives } from '@/lib/domains/archives/contract'
import {
  archiveFrom,
  archiveLimits,
  archiveStates,
  boxForm,
  itemTakes,
  placeForm,
  wholeness,
} from '@/lib/domains/archives/rules/archive'
import { kindRefusal, usualKind } from '@/lib/domains/archives/rules/outbound'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import type { PapersVerb } from '../_parts/papers-dialog'
import { archiveTones } from '../_parts/tones'

// Parts that open on a click come with it.
const PapersDialog = lazyPart(() => import('../_parts/papers-dialog'), ['forms'])

const list = defineList({
  name: 'archives',
  endpoint: archives.list,
  words: 'archives',
  title: 'routes.archiveEntry',
  search: 'archives.search',
  filters: [
    { kind: 'multi', name: 'status', options: codeOptions('archives.states', archiveStates) },
    { kind: 'select', name: 'complete', options: codeOptions('archives.wholeness', wholeness) },
    { kind: 'text', name: 'boxNo' },
  ],
  columns: [
    { key: 'archiveNo', kind: 'code', width: 136, sort: true, card: true },
    { key: 'orderNo', kind: 'code', width: 176 },
    { key: 'customerName', width: 88, card: true, pinned: true },
    { key: 'plateNo', width: 96 },
    { key: 'boxNo', width: 88 },
    { key: 'location', width: 120 },
    { key: 'complete', width: 72, codes: 'archives.completeness' },
    { key: 'status', width: 104, card: true, codes: 'archives.states', tones: archiveTones },
    { key: 'receivedAt', kind: 'dateTime', width: 140 },
    { key: 'archivedAt', kind: 'dateTime', width: 140, hidden: true },
    { key: 'secretLevel', width: 72, codes: 'archives.secretLevels', hidden: true },
    { key: 'createdAt', kind: 'dateTime', width: 140, sort: true, hidden: true },
  ],
  sort: 'createdAt:desc',
  empty: { title: 'archives.empty', hint: 'archives.emptyHint' },
})

const file = verb(archives.file, {
  label: 'archives.file',
  name: ({ archiveNo }: ArchiveRow) => archiveNo,
  of: ({ status }: ArchiveRow) => archiveFrom.filed.includes(status),
  permit: ({ mailId }: ArchiveRow) =>
    mailId === null ? { ok: true } : { ok: false, reason: 'archives.refusals.checking' },
  ask: 'archives.fileTitle',
  many: 'archives.fileMany',
  fields: {
    boxNo: {
      kind: 'line',
      label: 'archives.boxLabel',
      required: true,
      maxLength: archiveLimits.box,
      value: ({ boxNo }: ArchiveRow) => boxNo ?? '',
      rule: (text: string) => (boxForm.test(text.trim().toUpperCase()) ? null : 'archives.badBox'),
    },
    location: {
      kind: 'line',
      label: 'archives.placeLabel',
      required: true,
      maxLength: archiveLimits.location,
      value: ({ location }: ArchiveRow) => location ?? '',
      rule: (text: string) => (placeForm.test(text) ? null : 'archives.badPlace'),
    },
  },
  input: ({ id }, values) => ({ id, ...values }),
  done: 'archives.filed',
})

/** 档案录入: the files of orders, what is in them and where they are. */
export function ArchivesScreen() {
  const t = useT()
  const mayKeep = useHasPermission('archive:keep')
  const mayApply = useHasPermission('archive:apply')
  const verbs = useVerbs({ file })
  const [open, setOpen] = useState<{ verb: PapersVerb; row: ArchiveRow }>()
  const has = (row: ArchiveRow, kind: 'entered' | 'lent' | 'lost') =>
    archiveFrom[kind].includes(row.status) && row.items.some(({ itemStatus }) => itemTakes(kind, itemStatus))
  const rowActions = (row: ArchiveRow) => {
    const papers = (name: PapersVerb) => ({
      key: name,
      label: t(`archives.${name}`),
      run: () => setOpen({ verb: name, row }),
    })
    return [
      ...(row.mailId !== null && mayKeep
        ? [
            {
              key: 'check',
              label: t('archives.checkParcel'),
              href: href('archiveMailDetails', { mailId: row.mailId }),
            },
          ]
        : []),
      ...(mayKeep && has(row, 'entered') ? [papers('enter')] : []),
      ...verbs.of(row),
      ...(mayApply && has(row, 'lent') && kindRefusal(usualKind(row), row) === null ? [papers('apply')] : []),
      {
        key: 'labels',
        label: t('archives.labelsOf'),
        run: () => void download(archives.labels, { ids: [row.id] }),
      },
      {
        key: 'papers',
        label: t('archives.papers'),
        href: href('archiveClientInfo', { q: row.archiveNo }),
      },
      ...(mayKeep && has(row, 'lost') ? [papers('lose')] : []),
    ]
  }
  return (
    <>
      <ListScreen list={list} verbs={verbs} rowActions={rowActions} />
      {open && <PapersDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
