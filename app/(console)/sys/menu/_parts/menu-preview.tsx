'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { type MenuNode, menuFor } from '@/components/shell/menu-tree'
import { ActionButton } from '@/components/ui/action-button'
import controls from '@/components/ui/control.module.css'
import Dialog from '@/components/ui/dialog'
import type { MenuEntry } from '@/lib/contracts/configuration'
import { useT } from '@/lib/i18n/use-t'
import styles from '../menu.module.css'
import { EntryIcon } from './entry-icon'
import { servedMenu } from './menu-places'
import type { RoleChoice } from './roles-field'

/** The menu as holders of one role see it. */
export default function MenuPreview({
  entries,
  roles,
  onClose,
}: {
  entries: readonly MenuEntry[]
  roles: readonly RoleChoice[]
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  const [role, setRole] = useState(roles[0]?.code ?? '')
  const nodes = menuFor(servedMenu(entries), [role])
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{t('configuration.previewTitle')}</DialogTitle>
      <DialogContent>
        <label className={styles.previewRole}>
          {t('configuration.previewAs')}
          <select className={controls.control} value={role} onChange={({ target }) => setRole(target.value)}>
            {roles.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {nodes.length > 0 ? <Nodes nodes={nodes} /> : <p>{t('configuration.previewEmpty')}</p>}
      </DialogContent>
      <DialogActions>
        <ActionButton variant="primary" onClick={onClose}>
          {t('shell.ok')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

function Nodes({ nodes }: { nodes: readonly MenuNode[] }) {
  return (
    <ul className={styles.preview}>
      {nodes.map((node) => (
        <li key={node.id}>
          <span>
            <EntryIcon name={node.icon} />
            {node.label}
          </span>
          {node.children.length > 0 && <Nodes nodes={node.children} />}
        </li>
      ))}
    </ul>
  )
}
