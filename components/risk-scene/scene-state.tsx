'use client'
import { StatusTag } from '@/components/ui/status-tag'
import type { SceneState as State } from '@/lib/domains/risk/rules/risk-scene'
import { useT } from '@/lib/i18n/use-t'

const tones = { 草稿: 'working', 开启: 'passed', 关闭: 'closed' } as const

/** The state of a scene's version. */
export function SceneState({ state }: { state: State }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`riskScenes.states.${state}`)}</StatusTag>
}
