'use client'
import RowsDialog, { type ImportOf } from '@/components/imports/import-dialog'
import { levels, numberTypes, sources } from '@/lib/domains/blacklist/rules/blacklist'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** 导入 of entries from a file. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const of: ImportOf<'blacklist'> = {
    kind: 'blacklist',
    labelOf: (field) => t(`blacklist.${field}` satisfies MessageKey),
    choices: [
      { field: 'numberType', words: numberTypes.map((code) => t(`blacklist.types.${code}`)) },
      { field: 'level', words: levels.map((code) => t(`blacklist.levels.${code}`)) },
      { field: 'source', words: sources.map((code) => t(`blacklist.sources.${code}`)) },
    ],
  }
  return <RowsDialog of={of} onClose={onClose} />
}
