'use client'
import { VerdictTag } from '@/components/order/verdict-tag'
import { PoolScreen, poolList } from '@/components/review/pool'
import { lazyPart } from '@/components/ui/lazy-part'
import { noValue } from '@/components/ui/texts'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { riskApproval } from '@/lib/domains/risk/contract/approval'
import { grades, suggestions } from '@/lib/domains/risk/rules/risk-verdict'
import { useT } from '@/lib/i18n/use-t'

// The record beside the list comes with the first one that is opened there.
const beside = lazyPart<object>(
  () => import('../details/screen').then((file) => ({ default: file.RiskApprovalScreen })),
  ['forms', 'dialogs', 'lists', 'intake', 'records', 'entries', 'visits', 'cards'],
)

const pool = poolList({
  stage: 'risk',
  beside,
  endpoint: riskApproval.list,
  title: 'routes.riskPool',
  filters: [
    {
      kind: 'select',
      name: 'suggestion',
      label: 'riskPool.suggestion',
      options: codeOptions('riskPool.suggestions', suggestions),
    },
    {
      kind: 'select',
      name: 'grade',
      label: 'riskPool.grade',
      options: codeOptions('riskPool.grades', grades),
    },
    { kind: 'amounts', label: 'columns.appliedAmount', from: 'amountMin', to: 'amountMax' },
    {
      kind: 'select',
      name: 'diligence',
      label: 'riskPool.diligence',
      options: codeOptions('riskPool.diligences', ['none', 'open', 'done']),
    },
  ],
  columns: [
    {
      key: 'suggestion',
      label: 'riskPool.suggestion',
      width: 84,
      card: true,
      cell: ({ suggestion }) => (suggestion ? <VerdictTag word={suggestion} /> : noValue),
    },
    { key: 'score', label: 'riskPool.score', kind: 'number', width: 64 },
    { key: 'grade', label: 'riskPool.grade', width: 56, card: true },
    { key: 'dti', label: 'riskPool.dti', kind: 'percent', width: 96 },
    { key: 'ltv', label: 'riskPool.ltv', kind: 'percent', width: 88 },
    {
      key: 'diligence',
      label: 'riskPool.diligence',
      width: 88,
      cell: ({ diligence }) => diligence && <Diligence state={diligence} />,
    },
  ],
  exportFile: (filter, columns) => fileCall(riskApproval.exportList, { ...filter, columns }),
})

/** 风控审批: the pool of risk control and what is mine. */
export const RiskPoolScreen = () => <PoolScreen stage="risk" list={pool} />

function Diligence({ state }: { state: 'none' | 'open' | 'done' }) {
  return useT()(`riskPool.diligences.${state}`)
}
