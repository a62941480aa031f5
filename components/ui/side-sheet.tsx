'use client'
import Drawer from '@mui/material/Drawer'
import { type ReactNode, useId, useState } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { IconButton } from './action-button'
import { MuiScope } from './mui-scope'
import styles from './side-sheet.module.css'

/**
 * A sheet that slides in from the right over the page, and out again before it is gone. Whoever shows it loads it when
 * it opens, because it brings the dialogs' own library.
 *
 * @param className of the sheet: how wide it is
 * @param title of the head
 * @param beside what else the head says
 * @param children gets what closes it
 */
export default function SideSheet({
  className = '',
  title,
  beside,
  onClose,
  children,
}: {
  className?: string | undefined
  title: string
  beside?: ReactNode
  onClose: () => void
  children: (leave: () => void) => ReactNode
}) {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(true)
  const leave = () => setOpen(false)
  return (
    <MuiScope>
      <Drawer
        anchor="right"
        open={open}
        onClose={leave}
        slotProps={{
          paper: { className, role: 'dialog', 'aria-labelledby': id },
          transition: { onExited: onClose },
        }}
      >
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          {beside}
          <span className={styles.close}>
            <IconButton icon="cross" label={t('shell.close')} onClick={leave} />
          </span>
        </header>
        {children(leave)}
      </Drawer>
    </MuiScope>
  )
}
