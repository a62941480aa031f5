'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { serviceDay } from '@/lib/client/service-day'
import { calendar, type DayRow } from '@/lib/domains/calendar/contract'
import { calendarLimits, dayKinds } from '@/lib/domains/calendar/rules/calendar-day'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const AddDialog = lazyPart(() => import('./_parts/add-dialog'))
const MonthDialog = lazyPart(() => import('./_parts/month-dialog'))
const PasteDialog = lazyPart(() => import('./_parts/paste-dialog'))

const list = defineList({
  name: 'calendar',
  endpoint: calendar.list,
  words: 'calendar',
  title: 'routes.calendar',
  search: 'calendar.search',
  filters: [{ kind: 'select', name: 'kind', options: codeOptions('calendar.kinds', dayKinds) }],
  columns: [
    { key: 'day', kind: 'date', width: 120, sort: true, card: true },
    {
      key: 'kind',
      width: 120,
      card: true,
      codes: 'calendar.kinds',
      tones: { 休: 'closed', 班: 'working' },
    },
    { key: 'name', width: 220, card: true },
    { key: 'updatedAt', kind: 'dateTime', width: 164 },
  ],
  sort: 'day:desc',
  exportFile: (filter, columns) => fileCall(calendar.exportList, { ...filter, columns }),
  empty: { title: 'calendar.empty', hint: 'calendar.emptyHint' },
})

const permit = ({ day }: DayRow) =>
  day < serviceDay() ? ({ ok: false, reason: 'calendar.refusals.past' } as const) : ({ ok: true } as const)
const name = ({ day, name: own }: DayRow) => `${day} ${own}`

const edit = verb(calendar.save, {
  label: 'calendar.edit',
  permit,
  name,
  ask: 'calendar.editTitle',
  fields: {
    name: {
      kind: 'line',
      label: 'calendar.name',
      maxLength: calendarLimits.name,
      required: true,
      value: ({ name: own }: DayRow) => own,
    },
  },
  input: ({ id }, { name: own }) => ({ id, name: own }),
  done: 'calendar.saved',
})
const remove = verb(calendar.remove, {
  label: 'calendar.remove',
  tone: 'danger',
  permit,
  name,
  ask: 'calendar.removeTitle',
  note: 'calendar.removeNote',
  input: ({ id }) => ({ id }),
  many: 'calendar.removeMany',
  done: 'calendar.removed',
})

/** 工作日历: the days on which a tenant works or rests otherwise than by the week. */
export function CalendarScreen() {
  const t = useT()
  const [opened, setOpened] = useState<'add' | 'month' | 'paste'>()
  const close = () => setOpened(undefined)
  const maySave = useHasPermission('sys:calendar:save')
  const actions = (
    <>
      <ActionButton onClick={() => setOpened('month')}>{t('calendar.month')}</ActionButton>
      {maySave && (
        <>
          <ActionButton onClick={() => setOpened('paste')}>{t('calendar.paste')}</ActionButton>
          <ActionButton variant="primary" icon="plus" onClick={() => setOpened('add')}>
            {t('calendar.add')}
          </ActionButton>
        </>
      )}
    </>
  )
  return (
    <>
      <ListScreen list={list} verbs={useVerbs({ edit, remove })} actions={actions} />
      {opened === 'add' && <AddDialog onClose={close} />}
      {opened === 'month' && <MonthDialog onClose={close} />}
      {opened === 'paste' && <PasteDialog onClose={close} />}
    </>
  )
}
