'use client'
import { ActionButton } from '@/components/ui/action-button'
import { Notice } from '@/components/ui/notice'
import { useT } from '@/lib/i18n/use-t'
import { useEvidence } from './evidence-scope'

/** Above the opinion: which fields still want their proof before a pass, and the way there. */
export function WantedProof() {
  const t = useT()
  const scope = useEvidence()
  const next = scope?.missing[0]
  if (!scope || !next) return null
  const fields = scope.missing.map(({ field }) => scope.nameOf(field)).join(t('ui.separator'))
  return (
    <Notice tone="waiting">
      <span>{t('evidence.missing', { fields })}</span>
      {scope.may && (
        <ActionButton size="small" onClick={() => scope.prove(next)}>
          {t('evidence.toMark')}
        </ActionButton>
      )}
    </Notice>
  )
}
