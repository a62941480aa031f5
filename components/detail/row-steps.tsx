'use client'
import { useState } from 'react'
import { IconButton } from '@/components/ui/action-button'
import { useTab } from '@/components/ui/tab-port'
import { rowBeside, rowStepOf } from '@/lib/client/row-trail'
import { useT } from '@/lib/i18n/use-t'
import styles from './detail.module.css'

/** The way to the previous and the next case of the list that this one was opened from; the tab goes along. */
export function RowSteps() {
  const t = useT()
  const { key, leave } = useTab()
  const [going, setGoing] = useState(false)
  const step = rowStepOf(key)
  if (!step || (!step.hasPrevious && !step.hasNext)) return null
  const { at, of, more, hasPrevious, hasNext } = step
  const go = async (by: 1 | -1) => {
    setGoing(true)
    try {
      const address = await rowBeside(key, by)
      if (address) leave(address)
    } catch {
      // The error funnel has shown it.
    } finally {
      setGoing(false)
    }
  }
  return (
    <nav className={styles.steps} aria-label={t('list.steps')}>
      <IconButton
        icon="up"
        size="small"
        label={t(hasPrevious ? 'list.previousCase' : 'shell.isFirstCase')}
        busy={going || !hasPrevious}
        onClick={() => void go(-1)}
      />
      <span>{t('list.stepAt', { at, of: more ? `${of}+` : of })}</span>
      <IconButton
        icon="down"
        size="small"
        label={t(hasNext ? 'list.nextCase' : 'shell.isLastCase')}
        busy={going || !hasNext}
        onClick={() => void go(1)}
      />
    </nav>
  )
}
