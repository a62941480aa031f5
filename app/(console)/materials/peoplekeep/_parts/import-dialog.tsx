'use client'
import RowsDialog, { type ImportOf } from '@/components/imports/import-dialog'
import { dictionaryOptions, useOptions } from '@/lib/client/options'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

const kinds = dictionaryOptions('ins_type')
const insurers = dictionaryOptions('insurer')

/** 导入 of policies from a file, each into the insurance papers of its order. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const of: ImportOf<'policies'> = {
    kind: 'policies',
    labelOf: (field) => t(`papers.${field}` satisfies MessageKey),
    choices: [
      { field: 'insType', words: useOptions(kinds).map(({ label }) => label) },
      { field: 'insurer', words: useOptions(insurers).map(({ label }) => label) },
    ],
  }
  return <RowsDialog of={of} onClose={onClose} />
}
