'use client'
import { useRouter } from 'next/navigation'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { SceneState } from '@/components/risk-scene/scene-state'
import { draftVerb, sceneVerbs } from '@/components/risk-scene/scene-verbs'
import { useVerbs } from '@/components/verb/use-verbs'
import { codeOptions } from '@/lib/client/options'
import { riskScenes, type SceneRow } from '@/lib/domains/risk/contract/scenes'
import { sceneCodes, sceneStages } from '@/lib/domains/risk/rules/risk-facts'
import { sceneStates } from '@/lib/domains/risk/rules/risk-scene'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

const scenes = defineList({
  name: 'riskScenes',
  endpoint: riskScenes.list,
  words: 'riskScenes',
  title: 'routes.riskScenes',
  search: 'riskScenes.search',
  filters: [
    { kind: 'select', name: 'stage', options: codeOptions('riskScenes.stages', sceneStages) },
    { kind: 'select', name: 'state', options: codeOptions('riskScenes.states', sceneStates) },
    { kind: 'select', name: 'sceneCode', options: codeOptions('details.scene', sceneCodes) },
  ],
  columns: [
    { key: 'sceneCode', width: 140, card: true },
    { key: 'sceneName', width: 120, card: true },
    { key: 'stage', width: 104, cell: (row) => <Word of={`riskScenes.stages.${row.stage}`} /> },
    { key: 'version', kind: 'number', width: 80, sort: true, card: true },
    { key: 'state', width: 96, card: true, cell: (row) => <SceneState state={row.state} /> },
    { key: 'ruleCount', kind: 'number', width: 80, card: true },
    { key: 'openedAt', kind: 'dateTime', width: 164, sort: true },
    {
      key: 'updatedByName',
      width: 104,
      cell: ({ updatedByName }) => updatedByName ?? <Word of="riskScenes.system" />,
    },
    { key: 'updatedAt', kind: 'dateTime', width: 164, sort: true },
  ],
  sort: 'updatedAt:desc',
  open: ({ id }) => href('riskSceneRules', { sceneId: id }),
  empty: { title: 'riskScenes.empty' },
})

/** 场景管理: every version of the scenes that judge orders. */
export function RiskScenesScreen() {
  const t = useT()
  const router = useRouter()
  const draft = draftVerb((id) => router.push(href('riskSceneRules', { sceneId: id })))
  const verbs = useVerbs({ ...sceneVerbs, draft })
  const rowActions = (row: SceneRow): RowAction[] => [
    { key: 'rules', label: t('riskScenes.edit'), href: href('riskSceneRules', { sceneId: row.id }) },
    ...verbs.of(row),
  ]
  return <ListScreen list={scenes} verbs={verbs} rowActions={rowActions} />
}

function Word({ of }: { of: MessageKey }) {
  return useT()(of)
}
