'use client'
import { Icon } from '@/components/ui/icon'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'
import { StepFrame } from './step-frame'
import { isRead, type SigningOnPhone } from './use-signing'

/** The papers, each with how far it was read; the button leads to the first that is not. */
export function PapersStep({ signing: { link, go } }: { signing: SigningOnPhone }) {
  const t = useT()
  const { papers } = link
  const unread = papers.find((paper) => !isRead(paper))
  const done = papers.filter(isRead).length
  return (
    <StepFrame
      title={t('signPage.readAll')}
      lead={t('signPage.readAllLead', { done, total: papers.length })}
      next={unread ? t('signPage.readOne', { title: unread.title }) : t('signPage.toSign')}
      onNext={() => go(unread ? { name: 'read', id: unread.id } : { name: 'sign' })}
      below={
        <button type="button" className={styles.quiet} onClick={() => go({ name: 'refuse' })}>
          {t('signPage.refuse')}
        </button>
      }
    >
      <ol className={styles.papers}>
        {papers.map((paper) => {
          const { id, title, contractNo, pages, read } = paper
          return (
            <li key={id}>
              <button type="button" data-read={isRead(paper)} onClick={() => go({ name: 'read', id })}>
                <span className={styles.paper}>
                  <strong>{title}</strong>
                  <small>{contractNo}</small>
                </span>
                <span className={styles.progress}>
                  {isRead(paper) && <Icon name="tick" size={18} />}
                  {t(isRead(paper) ? 'signPage.isRead' : 'signPage.pagesRead', {
                    read: new Set(read).size,
                    pages,
                  })}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </StepFrame>
  )
}
