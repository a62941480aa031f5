'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { SceneState } from '@/components/risk-scene/scene-state'
import { draftVerb, sceneVerbs } from '@/components/risk-scene/scene-verbs'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { useTab } from '@/components/ui/tab-port'
import { DateTimeText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { useHasPermission } from '@/lib/client/permission'
import type { SceneView } from '@/lib/domains/risk/contract/scenes'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './rules.module.css'

// It opens on a click, and comes with it.
const TrialPanel = lazyPart(() => import('./trial-panel'))

/** The page around the rules of a version: what it is, what can be done with it, the other versions, the trial. */
export function SceneHead({
  scene,
  unsaved = false,
  save,
  children,
}: {
  scene: SceneView
  /** Everything that is shown is not what is stored: nothing is done with it before it is saved. */
  unsaved?: boolean
  save?: ReactNode
  children: ReactNode
}) {
  const t = useT()
  const router = useRouter()
  const { setLabel } = useTab()
  const maySave = useHasPermission('scene:save')
  const [trialOf, setTrialOf] = useState<number>()
  const draft = draftVerb((id) => router.push(href('riskSceneRules', { sceneId: id })))
  const verbs = useVerbs({ ...sceneVerbs, draft })
  const name = t('riskScenes.name', { scene: scene.sceneName, version: scene.version })
  useEffect(() => setLabel(name), [setLabel, name])
  const first = { ok: false, reason: 'riskScenes.saveFirst' } as const
  return (
    <DetailPage
      name={name}
      number={scene.sceneCode}
      tag={<SceneState state={scene.state} />}
      facts={[
        { label: t('riskScenes.stage'), value: t(`riskScenes.stages.${scene.stage}`) },
        { label: t('riskScenes.ruleCount'), value: scene.ruleCount },
        { label: t('riskScenes.updatedByName'), value: scene.updatedByName ?? t('riskScenes.system') },
        { label: t('riskScenes.updatedAt'), value: <DateTimeText value={scene.updatedAt} /> },
      ]}
      actions={
        <>
          {maySave && (
            <ActionButton
              permit={unsaved ? first : { ok: true }}
              onClick={() => setTrialOf(scene.rowVersion)}
            >
              {t('riskScenes.trial')}
            </ActionButton>
          )}
          <VerbButtons
            verbs={verbs
              .of(scene)
              .map((verb) => (unsaved && verb.key === 'open' ? { ...verb, permit: first } : verb))}
          />
          {save}
        </>
      }
    >
      {trialOf !== undefined && (
        <div className={styles.trial}>
          <TrialPanel key={trialOf} scene={scene} onClose={() => setTrialOf(undefined)} />
        </div>
      )}
      {children}
      <div className={styles.below}>
        <Section title={t('riskScenes.versions')}>
          <ul className={styles.versions}>
            {scene.versions.map((one) => (
              <li key={one.id} aria-current={one.id === scene.id || undefined}>
                <Link href={href('riskSceneRules', { sceneId: one.id })}>
                  {t('riskScenes.versionNo', { version: one.version })}
                </Link>
                <SceneState state={one.state} />
                <span className={styles.when}>
                  <DateTimeText value={one.openedAt ?? one.updatedAt} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {verbs.dialog}
    </DetailPage>
  )
}
