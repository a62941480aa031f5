'use client'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Section } from '@/components/ui/section'
import { StatusTag } from '@/components/ui/status-tag'
import type { TemplateVersion } from '@/lib/domains/contracts/contract/templates'
import { useT } from '@/lib/i18n/use-t'
import { businessDate } from '@/lib/rules/business-date'
import styles from './template.module.css'
import type { Template } from './template-values'

// Parts that open on a click are loaded with it.
const LineDiff = lazyPart(() => import('./line-diff'))
const MadeSheet = lazyPart(() => import('./made-sheet'))

/** All versions, newest first: what changed in each, and which contracts were made of it. */
export function Versions({ template }: { template: Template }) {
  const t = useT()
  const [compared, setCompared] = useState<number>()
  const [madeOf, setMadeOf] = useState<number>()
  return (
    <Section title={t('contractTemplates.versions')}>
      <ul className={styles.versions}>
        {template.versions.map((one, at) => {
          const before = template.versions[at + 1]
          const isOpen = compared === one.version
          return (
            <li key={one.version}>
              <div className={styles.version}>
                <VersionHead one={one} inForce={template.version} />
                <span className={styles.versionTools}>
                  {one.contracts > 0 && (
                    <ActionButton size="small" variant="text" onClick={() => setMadeOf(one.version)}>
                      {t('contractTemplates.contractsOf', { count: one.contracts })}
                    </ActionButton>
                  )}
                  {before && (
                    <ActionButton
                      size="small"
                      aria-expanded={isOpen}
                      onClick={() => setCompared(isOpen ? undefined : one.version)}
                    >
                      {t('contractTemplates.compare', { version: before.version })}
                    </ActionButton>
                  )}
                </span>
              </div>
              {isOpen && before && <Difference one={one} before={before} />}
            </li>
          )
        })}
      </ul>
      {madeOf !== undefined && (
        <MadeSheet templateId={template.id} version={madeOf} onClose={() => setMadeOf(undefined)} />
      )}
    </Section>
  )
}

function VersionHead({ one, inForce }: { one: TemplateVersion; inForce: number | null }) {
  const t = useT()
  const { version, name, effectiveFrom, publishedAt, publishedByName } = one
  return (
    <span className={styles.versionHead}>
      <strong>{t('contractTemplates.versionNo', { version })}</strong>
      {publishedAt === null && <StatusTag tone="waiting">{t('contractTemplates.draftVersion')}</StatusTag>}
      {version === inForce && <StatusTag tone="passed">{t('contractTemplates.version')}</StatusTag>}
      <span>{name}</span>
      <small>
        {effectiveFrom && t('contractTemplates.from', { date: effectiveFrom })}
        {publishedAt &&
          ` · ${t('contractTemplates.publishedBy', {
            name: publishedByName ?? t('contractTemplates.bySystem'),
            date: businessDate(new Date(publishedAt)),
          })}`}
      </small>
    </span>
  )
}

function Difference({ one, before }: { one: TemplateVersion; before: TemplateVersion }) {
  const t = useT()
  const title = t('contractTemplates.compareTitle', { after: one.version, before: before.version })
  return (
    <section className={styles.difference} aria-label={title}>
      {one.name !== before.name && (
        <p className={styles.note}>
          {t('contractTemplates.nameChanged', { before: before.name, after: one.name })}
        </p>
      )}
      <LineDiff before={before.body} after={one.body} />
    </section>
  )
}
