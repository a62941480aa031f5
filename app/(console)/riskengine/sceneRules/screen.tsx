'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { PageSkeleton } from '@/components/ui/states'
import { useTabLocation } from '@/components/ui/tab-port'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { riskScenes } from '@/lib/domains/risk/contract/scenes'
import { sceneState } from '@/lib/domains/risk/rules/risk-scene'
import { DraftEditor } from './_parts/draft-editor'
import { SceneRules } from './_parts/scene-rules'

/** The rules of one version: a draft is changed here, any other is read. */
export function SceneRulesScreen() {
  const { query } = useTabLocation()
  const id = Number(new URLSearchParams(query).get('sceneId'))
  const maySave = useHasPermission('scene:save')
  const scene = useQuery(q(riskScenes.get, { id }))
  if (scene.error && !scene.data)
    return <ReadFailure error={scene.error} onRetry={() => void scene.refetch()} />
  if (!scene.data) return <PageSkeleton />
  return scene.data.state === sceneState.draft && maySave ? (
    <DraftEditor key={id} scene={scene.data} />
  ) : (
    <SceneRules scene={scene.data} />
  )
}
