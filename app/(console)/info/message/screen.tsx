'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { defineList, type RowOf } from '@/components/list/define-list'
import { FilterBar } from '@/components/list/filter-bar'
import { ListFrame } from '@/components/list/list-frame'
import { isFiltered } from '@/components/list/list-url'
import { Pager } from '@/components/list/pager'
import { PageBox } from '@/components/list/selection-boxes'
import { useList } from '@/components/list/use-list'
import { type Selection, useSelection } from '@/components/list/use-selection'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { listOptions, wordOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { useHydrated } from '@/lib/client/use-hydrated'
import { useT } from '@/lib/i18n/use-t'
import { type Message, messages } from '@/lib/platform/messages/contract'
import { messageKinds, messagePageSize } from '@/lib/platform/messages/rules/messages'
import { MessageRow } from './_parts/message-row'
import styles from './message-centre.module.css'

const states = wordOptions([
  { value: 'unread', label: 'messages.unread' },
  { value: 'read', label: 'messages.read' },
])

/** Of each kind another field is what it is called by. */
const nameOf = ({ title, client_name, mobile }: Message) => title || client_name || mobile || ''

const onChosen = {
  markRead: verb(messages.markRead, {
    label: 'messages.markRead',
    name: nameOf,
    many: true,
    inputOfAll: (rows) => ({ ids: rows.map(({ id }) => id) }),
    done: 'messages.done',
  }),
  remove: verb(messages.remove, {
    label: 'messages.remove',
    tone: 'danger',
    name: nameOf,
    ask: 'messages.removeQuestion',
    many: 'messages.removeQuestion',
    inputOfAll: (rows) => ({ ids: rows.map(({ id }) => id) }),
    done: 'messages.done',
  }),
}
const onAll = {
  markAllRead: verb(messages.markAllRead, {
    label: 'messages.markAllRead',
    name: () => '',
    input: () => ({}),
    done: 'messages.done',
  }),
}
const all = {}

/** The list with the unread count of each kind at its name. */
function useMessageList() {
  const t = useT()
  const { data } = useQuery(q(messages.unread, {}))
  // The frame may have heard the counts before this page is taken over.
  const unread = useHydrated() ? data : undefined
  return useMemo(
    () =>
      defineList({
        name: 'messages',
        endpoint: messages.list,
        title: 'routes.messageCentre',
        search: 'messages.search',
        pageSize: messagePageSize,
        filters: [
          {
            kind: 'choice',
            name: 'kind',
            label: 'messages.kind',
            standard: 'notice',
            options: listOptions(
              messageKinds.map((value) => {
                const label = t(`messages.${value}`)
                return { value, label: unread?.[value] ? `${label} ${unread[value]}` : label }
              }),
            ),
          },
          { kind: 'select', name: 'read', label: 'messages.state', options: states },
        ],
        columns: [],
      }),
    [t, unread],
  )
}

/** 消息中心: the user's own messages of every kind; select, mark read, delete. */
export function MessageCentreScreen() {
  const t = useT()
  const definition = useMessageList()
  const list = useList(definition)
  const selection = useSelection(list)
  const verbs = useVerbs(onChosen)
  const permit: Permit =
    selection.rows.length > 0 ? { ok: true } : { ok: false, reason: 'messages.chooseFirst' }

  return (
    <ListFrame
      title={t('routes.messageCentre')}
      updating={list.updating}
      tools={<VerbButtons verbs={useVerbs(onAll).of(all)} />}
    >
      <FilterBar definition={definition} list={list} />
      <div className={styles.card}>
        <div className={styles.verbs}>
          <div className={styles.choose}>
            <PageBox rows={list.rows} selection={selection} />
            {permit.ok ? t('list.selected', { count: selection.rows.length }) : t('list.selectAll')}
          </div>
          {verbs.many.map(({ key, label, tone, busy, run }) => (
            <ActionButton
              key={key}
              size="small"
              variant={tone}
              permit={permit}
              busy={busy}
              onClick={() => run(selection)}
            >
              {label}
            </ActionButton>
          ))}
        </div>
        <div className={styles.frame} aria-busy={list.updating}>
          <Rows list={list} filtered={isFiltered(list.state, [])} selection={selection} />
        </div>
        <Pager list={list} />
      </div>
      {verbs.dialog}
    </ListFrame>
  )
}

function Rows({
  list,
  filtered,
  selection,
}: {
  list: ReturnType<typeof useList<typeof messages.list>>
  filtered: boolean
  selection: Selection<RowOf<typeof messages.list>>
}) {
  const t = useT()
  if (list.phase === 'loading') {
    return (
      <div className={styles.waiting}>
        <SkeletonLines lines={messagePageSize} height={36} />
      </div>
    )
  }
  if (list.phase === 'failed' && list.error) {
    return <ReadFailure error={list.error} onRetry={list.refresh} />
  }
  if (list.rows.length === 0) {
    return filtered || list.state.filters.read ? (
      <EmptyState title={t('list.emptyFiltered')} hint={t('list.emptyFilteredHint')} />
    ) : (
      <EmptyState title={t('messages.empty')} hint={t('messages.emptyHint')} />
    )
  }
  return (
    <ul>
      {list.rows.map((row: RowOf<typeof messages.list>) => (
        <MessageRow key={row.id} message={row} selection={selection} />
      ))}
    </ul>
  )
}
