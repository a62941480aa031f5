'use client'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Fragment, useId } from 'react'
import { IconButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './command-palette.module.css'
import { isApple, keyNames, shortcuts } from './shortcuts'

/**
 * Everything that a row says, and the keys that do it: held together within a list, one list or the other between them.
 */
type Row = { label: MessageKey; keys: readonly (readonly string[])[] }

/** All keys of the console: those of the frame, and those that lists, forms and pictures listen to themselves. */
function groupsOf(apple: boolean): { label: MessageKey; rows: readonly Row[] }[] {
  const primary = apple ? '⌘' : 'Ctrl'
  const frame = (group: 'find' | 'tabs') =>
    shortcuts
      .filter((one) => one.group === group)
      .map((one): Row => ({ label: `keys.${one.id}`, keys: [keyNames(one, apple)] }))
  return [
    { label: 'keys.find', rows: frame('find') },
    { label: 'keys.tabs', rows: frame('tabs') },
    {
      label: 'keys.list',
      rows: [
        { label: 'keys.search', keys: [['/']] },
        { label: 'keys.row', keys: [['J'], ['K']] },
        { label: 'keys.openRow', keys: [['Enter']] },
      ],
    },
    {
      label: 'keys.form',
      rows: [
        { label: 'keys.nextMissing', keys: [[primary, '↓']] },
        { label: 'keys.tools', keys: [[primary, '↑']] },
        { label: 'keys.submit', keys: [[primary, 'Enter']] },
      ],
    },
    {
      label: 'keys.picture',
      rows: [
        { label: 'keys.turnPage', keys: [['→'], ['←']] },
        { label: 'keys.zoom', keys: [['+'], ['-']] },
        { label: 'keys.rotate', keys: [['R']] },
        { label: 'keys.fit', keys: [['0']] },
      ],
    },
  ]
}

/** The keys of the console, each by the names of the keyboard at hand. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  return (
    <Dialog
      open
      maxWidth="sm"
      fullWidth
      slotProps={{ paper: { className: styles.sheet } }}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
    >
      <DialogTitle id={`${id}-title`} className={styles.title}>
        {t('keys.title')}
        <IconButton icon="cross" label={t('shell.close')} onClick={onClose} />
      </DialogTitle>
      <DialogContent className={styles.keys}>
        {groupsOf(isApple()).map(({ label, rows }) => (
          <section key={label} aria-labelledby={`${id}-${label}`}>
            <h3 id={`${id}-${label}`}>{t(label)}</h3>
            <dl>
              {rows.map((row) => (
                <div key={row.label}>
                  <dt>{t(row.label)}</dt>
                  <dd>
                    {row.keys.map((held, at) => (
                      <Fragment key={held.join('+')}>
                        {at > 0 && '/'}
                        {held.map((name) => (
                          <kbd key={name}>{name}</kbd>
                        ))}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogContent>
    </Dialog>
  )
}
