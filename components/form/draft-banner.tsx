'use client'
import { ActionButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { showDateTime } from '@/components/ui/time-text'
import { useT } from '@/lib/i18n/use-t'
import styles from './form.module.css'
import type { Draft } from './use-draft'

/** 已恢复草稿 · 时间 · 放弃: shown while the form holds a draft of an earlier visit. */
export function DraftBanner({ draft }: { draft: Draft }) {
  const t = useT()
  const confirm = useConfirm()
  if (draft.restoredAt === null) return null
  const discard = async () => {
    if (
      await confirm({ message: t('form.draftDiscardQuestion'), ok: t('form.draftDiscard'), tone: 'danger' })
    ) {
      await draft.discard()
    }
  }
  return (
    <div className={styles.banner} role="status">
      <span>{t('form.draftRestored', { time: showDateTime(draft.restoredAt) })}</span>
      {draft.older && <strong>{t('form.draftOlder')}</strong>}
      <ActionButton variant="text" size="small" onClick={() => void discard()}>
        {t('form.draftDiscard')}
      </ActionButton>
    </div>
  )
}

/** When the draft was saved, for the bottom bar. */
export function DraftStatus({ draft }: { draft: Draft }) {
  const t = useT()
  const texts: Record<Draft['state'], string> = {
    clean: '',
    waiting: t('form.draftSaving'),
    saving: t('form.draftSaving'),
    saved: draft.savedAt ? t('form.draftSaved', { time: showDateTime(draft.savedAt) }) : '',
    failed: t('form.draftFailed'),
  }
  return (
    <span className={styles.status} role="status" data-bad={draft.state === 'failed' || undefined}>
      {texts[draft.state]}
    </span>
  )
}
