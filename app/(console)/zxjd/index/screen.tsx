'use client'
import { DiligenceStatusTag } from '@/components/due-diligence/diligence-status'
import { useDiligenceVerbs } from '@/components/due-diligence/diligence-verbs'
import { RegionText } from '@/components/due-diligence/region-text'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { orderPeekOf } from '@/components/order/order-peek'
import { noValue } from '@/components/ui/texts'
import { fileCall } from '@/lib/client/download'
import { callOptions, codeOptions, dictionaryOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import { type DiligenceRow, dueDiligence } from '@/lib/domains/due-diligence/contract'
import {
  diligenceKinds,
  diligenceStatuses,
  isWithOfficer,
  results,
} from '@/lib/domains/due-diligence/rules/due-diligence'
import { products } from '@/lib/domains/products/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

const officers = callOptions(products.staff, { permission: 'diligence:fill' }, (staff) =>
  staff.map(({ id, name }) => ({ value: String(id), label: name })),
)

const visits = defineList({
  name: 'dueDiligence',
  endpoint: dueDiligence.list,
  words: 'dueDiligence',
  title: 'routes.dueDiligence',
  search: 'dueDiligence.search',
  filters: [
    { kind: 'multi', name: 'status', options: codeOptions('dueDiligence.statuses', diligenceStatuses) },
    { kind: 'select', name: 'assigneeId', label: 'dueDiligence.assignee', options: officers },
    { kind: 'select', name: 'kind', options: codeOptions('dueDiligence.kinds', diligenceKinds) },
    { kind: 'select', name: 'region', options: dictionaryOptions('region') },
    { kind: 'select', name: 'result', options: codeOptions('dueDiligence.results', results) },
    { kind: 'dates', label: 'dueDiligence.createdAt', from: 'createdFrom', to: 'createdTo' },
  ],
  columns: [
    { key: 'ddNo', width: 160 },
    { key: 'customerName', width: 104, card: true },
    { key: 'status', width: 92, card: true, cell: ({ status }) => <DiligenceStatusTag status={status} /> },
    { key: 'kind', width: 60, cell: ({ kind }) => <Word of={`dueDiligence.kinds.${kind}`} /> },
    { key: 'reason', width: 80, cell: ({ reason }) => <Word of={`dueDiligence.reasons.${reason}`} /> },
    { key: 'region', width: 116, card: true, cell: ({ region }) => <RegionText codes={region} /> },
    { key: 'assigneeName', width: 72 },
    { key: 'visitAt', kind: 'dateTime', width: 136, sort: true },
    {
      key: 'result',
      width: 64,
      cell: ({ result }) => (result ? <Word of={`dueDiligence.results.${result}`} /> : noValue),
    },
    { key: 'createdAt', kind: 'dateTime', width: 136, sort: true },
    { key: 'orderNo', width: 176 },
    { key: 'orderedByName', width: 80, hidden: true },
    { key: 'submittedAt', kind: 'dateTime', width: 136, sort: true, hidden: true },
  ],
  sort: 'createdAt:desc',
  open: (row) => placeOf(row),
  peek: orderPeekOf(({ orderId }: DiligenceRow) => orderId),
  exportFile: (filter, columns) => fileCall(dueDiligence.exportList, { ...filter, columns }),
  empty: { title: 'dueDiligence.empty', hint: 'dueDiligence.emptyHint' },
})

const placeOf = ({ id }: DiligenceRow) => href('dueDiligenceDetails', { diligenceId: id })

/** 尽调列表: what was ordered and who goes; an officer's own visits. */
export function DueDiligenceScreen() {
  const t = useT()
  const { user } = useSession()
  const verbs = useDiligenceVerbs()
  const mayExport = useHasPermission('diligence:order')
  const rowActions = (row: DiligenceRow): RowAction[] => {
    const mine = row.assigneeId === user.id && isWithOfficer(row.status)
    return [
      { key: 'open', label: t(mine ? 'dueDiligence.fill' : 'dueDiligence.view'), href: placeOf(row) },
      ...verbs.of(row),
    ]
  }
  const { exportFile: _, ...unexported } = visits
  return <ListScreen list={mayExport ? visits : unexported} verbs={verbs} rowActions={rowActions} />
}

function Word({ of }: { of: MessageKey }) {
  return useT()(of)
}
