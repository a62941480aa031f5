'use client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Permit } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { useCan } from '@/lib/client/permission'
import { readAgain } from '@/lib/client/query'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { Access } from '@/lib/platform/contract/endpoint'
import { useTellRefusal } from './use-tell-refusal'
import { fieldsFor, permitOf, type Verb } from './verb'
import styles from './verb.module.css'

// The dialog opens on a click, and comes with it.
const VerbDialog = lazyPart(() => import('./verb-dialog'), ['forms', 'dialogs'])

/** A verb as a button of a row or of a head. */
export type VerbAction = {
  key: string
  label: string
  permit: Permit
  tone?: 'danger' | undefined
  main?: true | undefined
  /** On its way for this row. */
  busy: boolean
  run: () => void
}

/** Rows that were chosen; those that a verb was not done to stay so. */
export type Chosen<Row> = { rows: readonly Row[]; keep(rows: readonly Row[]): void }

/** A verb for the rows that were chosen. */
export type ManyVerb<Row> = {
  key: string
  label: string
  tone?: 'danger' | undefined
  permit(row: Row): Permit
  busy: boolean
  run(chosen: Chosen<Row>): void
}

export type Verbs<Row, Name extends string = string> = {
  /** The verbs of a row, those named or all, in that order. */
  of(row: Row, ...names: readonly Name[]): VerbAction[]
  many: readonly ManyVerb<Row>[]
  /** One of them is on its way. */
  busy: boolean
  /** The dialog that is open; whatever shows the verbs places it. */
  dialog: ReactNode
}

type Open<Row> = { verb: Verb<Row>; chosen: Chosen<Row> }

/**
 * The verbs that can be done with records of one kind, on a row of a list, on many and in the head of a page.
 *
 *     const verbs = useVerbs({ stop, start })
 *     <ListScreen list={users} verbs={verbs} />
 */
export function useVerbs<Row, Name extends string>(
  declared: Readonly<Partial<Record<Name, Verb<Row>>>>,
): Verbs<Row, Name> {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  const may = useAccess()
  const tellRefusal = useTellRefusal()
  // State comes a render late for the second of two clicks; the ref does not.
  const running = useRef(false)
  const [busy, setBusy] = useState<{ verb: Verb<Row>; row?: Row }>()
  const [open, setOpen] = useState<Open<Row>>()

  const offered = (Object.entries(declared) as [Name, Verb<Row>][]).filter(([, { access }]) => may(access))

  /** One verb at a time. */
  const alone = async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    try {
      await work()
    } catch (error) {
      tellRefusal(error)
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }
  /** Until what it changed is shown: the next one goes with the version that this one left. */
  const whole = async (verb: Verb<Row>, send: () => Promise<void>) => {
    try {
      await send()
    } finally {
      if (verb.on) await readAgain(client, verb.on)
    }
  }
  /** Says that a verb is done, and offers the one of these that takes it back; a reason that it asks for is that. */
  const tellDone = (verb: Verb<Row>, row: Row, done: MessageKey) => {
    const said = t(done, verb.words(row))
    const back = offered.find(([key]) => key === verb.undo)?.[1]
    if (!back) return toast.success(said)
    const asked = Object.entries(back.fields).filter(([, { required }]) => required)
    const reason = t('verbs.undoReason', { verb: t(verb.label) })
    const take = async () => {
      await back.takeBack(row, Object.fromEntries(asked.map(([name]) => [name, reason])))
      toast.success(t('verbs.undone', { verb: t(verb.label), name: verb.name(row) }))
    }
    toast.success(said, { label: t('verbs.undo'), run: () => void whole(back, take).catch(tellRefusal) })
  }
  const run = async (verb: Verb<Row>, row: Row) => {
    if (running.current) return
    // A verb that has lines of its own to read asks where they have room.
    if (Object.keys(fieldsFor(verb, [row])).length > 0 || verb.leadOfAll) {
      setOpen({ verb, chosen: { rows: [row], keep: () => undefined } })
      return
    }
    await alone(async () => {
      const words = verb.words(row)
      const question = verb.ask && {
        message: <Question text={t(verb.ask, words)} note={verb.note && t(verb.note, words)} />,
        ok: t(verb.ok, words),
        tone: verb.tone,
      }
      if (question && !(await confirm(question))) return
      setBusy({ verb, row })
      await whole(verb, async () => {
        const done = await verb.send(row, {})
        if (done) tellDone(verb, row, done)
      })
    })
  }
  const runOnMany = async (verb: Verb<Row>, chosen: Chosen<Row>) => {
    const { sendAll, many } = verb
    if (many !== true || !sendAll) return setOpen({ verb, chosen })
    await alone(async () => {
      setBusy({ verb })
      await whole(verb, async () => {
        const { said } = await sendAll(chosen.rows, {})
        if (said) toast.success(t(said, { count: chosen.rows.length }))
        chosen.keep([])
      })
    })
  }
  return {
    of: (row, ...names) => {
      const wanted =
        names.length > 0 ? names.flatMap((name) => offered.filter(([key]) => key === name)) : offered
      return wanted
        .filter(([, verb]) => verb.of(row))
        .map(([key, verb]) => ({
          key,
          label: t(verb.label),
          permit: verb.permit(row),
          tone: verb.tone,
          main: verb.main,
          busy: busy?.verb.label === verb.label && busy.row === row,
          run: () => void run(verb, row),
        }))
    },
    many: offered
      .filter(([, { many }]) => many !== undefined)
      .map(([key, verb]) => ({
        key,
        label: t(verb.label),
        tone: verb.tone,
        permit: (row) => permitOf(verb, row),
        busy: busy?.verb.label === verb.label,
        run: (chosen) => void runOnMany(verb, chosen),
      })),
    busy: busy !== undefined,
    dialog: open && (
      <VerbDialog
        verb={open.verb as Verb<unknown>}
        rows={open.chosen.rows}
        onDone={(done) => tellDone(open.verb, open.chosen.rows[0] as Row, done)}
        onEnd={(left) => {
          open.chosen.keep(left as readonly Row[])
          setOpen(undefined)
        }}
        onClose={() => setOpen(undefined)}
      />
    ),
  }
}

/** The question, and below it what comes of it. */
function Question({ text, note }: { text: string; note: string | undefined }) {
  return (
    <>
      {text}
      {note && <p className={styles.below}>{note}</p>}
    </>
  )
}

/** Says whether the user holds any of the permissions of a call, as the service asks it. */
function useAccess() {
  const can = useCan()
  return (access: Access | undefined) => typeof access !== 'object' || access.some((one) => can(one))
}
