'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useMemo } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { fieldsFor } from '@/components/form/fields-for'
import { type MenuNode, menuFor } from '@/components/shell/menu-tree'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { listOptions } from '@/lib/client/options'
import type { MenuEntry } from '@/lib/domains/configuration/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from '../menu.module.css'
import { EntryIcon } from './entry-icon'
import { servedMenu } from './menu-places'
import type { RoleChoice } from './roles-field'

const F = fieldsFor<{ role: string }>()

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
  const form = useForm({ defaultValues: { role: roles[0]?.code ?? '' } })
  const choices = useMemo(
    () => listOptions(roles.map(({ code, name }) => ({ value: code, label: name }))),
    [roles],
  )
  const nodes = menuFor(servedMenu(entries), [form.watch('role')])
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{t('configuration.previewTitle')}</DialogTitle>
      <DialogContent>
        <FormProvider {...form}>
          <F.Select name="role" label={t('configuration.previewAs')} options={choices} span={3} />
        </FormProvider>
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
