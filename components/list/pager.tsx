'use client'
import { IconButton } from '@/components/ui/action-button'
import { CommitInput } from '@/components/ui/commit-input'
import controls from '@/components/ui/control.module.css'
import { groupThousands } from '@/components/ui/number-text'
import { Bone } from '@/components/ui/states'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'
import { filterChange, pagerNumbers, pageSizes } from './list-url'
import type { List } from './use-list'

/** `共 1,204 条 · 每页 20 · ‹ 1 2 3 … ›`, with a jump. */
export function Pager<Row extends object>({ list }: { list: List<Row> }) {
  const t = useT()
  const { state, pages, total, more, change } = list
  const goTo = (page: number) => change({ page: page <= 1 ? null : String(Math.min(page, pages)) })
  return (
    <nav className={styles.pager} aria-label={t('list.pages')}>
      <span className={styles.total}>
        {total === undefined
          ? list.phase === 'loading' && <Bone width="64px" />
          : t('list.total', { total: `${groupThousands(String(total))}${more ? '+' : ''}` })}
      </span>
      <label className={styles.size}>
        {t('list.pageSize')}
        <select
          value={state.size}
          onChange={(event) =>
            change(
              filterChange({
                size: Number(event.target.value) === list.defaultSize ? null : event.target.value,
              }),
            )
          }
          className={`${controls.control} ${styles.plain}`}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <span className={styles.numbers}>
        <IconButton
          icon="left"
          size="small"
          label={t('list.previous')}
          busy={state.page <= 1}
          onClick={() => goTo(state.page - 1)}
        />
        {pagerNumbers(state.page, pages).map((page, i, all) =>
          page === null ? (
            <span key={`gap-after-${all[i - 1]}`}>…</span>
          ) : (
            <button
              key={page}
              type="button"
              aria-label={t('list.page', { page })}
              aria-current={page === state.page ? 'page' : undefined}
              onClick={() => goTo(page)}
            >
              {page}
            </button>
          ),
        )}
        <IconButton
          icon="right"
          size="small"
          label={t('list.next')}
          busy={state.page >= pages}
          onClick={() => goTo(state.page + 1)}
        />
      </span>
      <span className={styles.jump}>
        {t('list.jump')}
        <CommitInput
          value=""
          key={state.page}
          aria-label={`${t('list.jump')}${t('list.jumpPage')}`}
          inputMode="numeric"
          clean={(text) => text.replace(/\D/g, '').slice(0, 7)}
          onCommit={(text) => text !== '' && goTo(Number(text))}
        />
        {t('list.jumpPage')}
      </span>
    </nav>
  )
}
