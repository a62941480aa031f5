'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ActionButton } from '@/components/ui/action-button'
import Link from '@/components/ui/link'
import Popover from '@/components/ui/popover'
import { toast } from '@/components/ui/toast'
import type { FileCall } from '@/lib/client/download'
import type { OptionSource } from '@/lib/client/options'
import { ownExportsAddress } from '@/lib/client/own-exports'
import { useApiMutation } from '@/lib/client/query'
import type { MessageKey, T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { textsOf } from '@/lib/platform/contract/form-text'
import { listExports } from '@/lib/platform/exports/contract'
import { mostAtOnce } from '@/lib/platform/exports/rules/exports'
import { type FilterPart, labelOf } from './list-parts'
import { type ListState, namesOf } from './list-url'
import styles from './view-menu.module.css'

/** The service keeps no more of a filter in words: a contract brings calls alone to the browser. */
const longestFilter = 500

/** 后台导出: the file of the list as it stands is made behind the page, and kept with one's other files. */
export default function ExportMenu({
  title,
  parts,
  words,
  state,
  total,
  exportFile,
  anchor,
  onClose,
}: {
  title: MessageKey
  parts: readonly FilterPart[]
  /** The namespace of the list's words. */
  words: string | undefined
  state: ListState
  total: number
  exportFile: () => FileCall
  anchor: HTMLElement
  onClose: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  const start = useApiMutation(listExports.start)
  const run = async () => {
    const { endpoint, input } = exportFile()
    const filter = await filterWords(parts, state, words, client, t)
    await start.mutateAsync({
      title: t(title),
      filter: filter.slice(0, longestFilter),
      path: endpoint.path,
      fields: textsOf(input),
    })
    toast.success(t('ownExports.started'))
    onClose()
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('list.moreExports') } }}
    >
      <div className={styles.menu}>
        {total > mostAtOnce && <p>{t('ownExports.long', { count: total })}</p>}
        <p>{t('ownExports.backgroundHint')}</p>
        <ActionButton variant="primary" busy={start.isPending} onClick={() => run().catch(() => undefined)}>
          {t('ownExports.background')}
        </ActionButton>
        <p>
          <Link href={ownExportsAddress} onClick={onClose}>
            {t('routes.ownExports')}
          </Link>
        </p>
      </div>
    </Popover>
  )
}

/** The filter as its chips say it. */
async function filterWords(
  parts: readonly FilterPart[],
  { q, filters }: ListState,
  words: string | undefined,
  client: QueryClient,
  t: T,
): Promise<string> {
  const said = q === '' ? [] : [t('list.chip', { label: t('list.search'), value: q })]
  for (const part of parts) {
    const names = namesOf(part)
    const [first = '', last = ''] = names.map((name) => filters[name] ?? '')
    if (first === '' && last === '') continue
    const label = labelOf(part.label, names[0] ?? '', words, t)
    const options = 'options' in part ? await labelsOf(part.options, client, t) : undefined
    const value =
      'from' in part
        ? t('list.range', { from: first || '…', to: last || '…' })
        : first
            .split(',')
            .map((code) => options?.get(code) ?? code)
            .join(t('ui.separator'))
    said.push(t('list.chip', { label, value }))
  }
  return said.join(t('ownExports.next'))
}

/** The chips have read them: they are asked for again only when they are old. */
async function labelsOf(source: OptionSource, client: QueryClient, t: T): Promise<Map<string, string>> {
  if ('words' in source) return new Map(source.words.map(({ value, label }) => [value, t(label)]))
  if ('list' in source) return new Map(source.list.map(({ value, label }) => [value, label]))
  const { key, load, map } = source.read
  const data =
    client.getQueryData(key) ??
    (await client.fetchQuery({ queryKey: key, queryFn: ({ signal }) => load(signal) }))
  return new Map(map(data).map(({ value, label }) => [value, label]))
}
