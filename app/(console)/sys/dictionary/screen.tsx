'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { SkeletonLines } from '@/components/ui/states'
import { useTabLocation } from '@/components/ui/tab-port'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { q, settled } from '@/lib/client/query'
import { configuration } from '@/lib/domains/configuration/contract'
import { useT } from '@/lib/i18n/use-t'
import { DictionaryList, kindLabels } from './_parts/dictionary-list'
import { type Dictionary, nameOf } from './_parts/dictionary-names'
import { Items } from './_parts/items'
import styles from './dictionary.module.css'

const DictionaryDialog = lazyPart(() => import('./_parts/dictionary-dialog'))

const kindHints = {
  fixed: 'configuration.kindFixedHint',
  open: 'configuration.kindOpenHint',
  own: 'configuration.kindOwnHint',
} as const

/** Everything that another dictionary begins without: the state of the list that was shown. */
const freshList = { q: null, state: null, sort: null, page: null }

/** 字典管理: the dictionaries, and the items of the one that the address names. */
export function DictionaryAdministrationScreen() {
  const t = useT()
  const client = useQueryClient()
  const { query, setQuery } = useTabLocation()
  const read = useQuery(q(configuration.dictionaries, {}))
  const [named, setNamed] = useState<{ dictionary?: Dictionary }>()
  const verbs = useVerbs({
    remove: verb(configuration.removeDictionary, {
      label: 'configuration.removeDictionary',
      tone: 'danger',
      of: ({ kind }: Dictionary) => kind === 'own',
      name: ({ type }: Dictionary) => type,
      words: (one: Dictionary) => ({ name: nameOf(one, t), items: one.items }),
      ask: 'configuration.removeDictionaryQuestion',
      ok: 'configuration.remove',
      input: ({ type }) => ({ type }),
      done: (_answer, { type }) => {
        setQuery({ type: null, ...freshList })
        toast.success(t('configuration.removed', { name: type }))
      },
    }),
  })

  const dictionaries = read.data ?? []
  const wanted = new URLSearchParams(query).get('type')
  const dictionary = dictionaries.find(({ type }) => type === wanted) ?? dictionaries[0]
  const show = (type: string) => setQuery({ type, ...freshList })
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{t('routes.adminDictionaries')}</h1>
        <ActionButton icon="plus" onClick={() => setNamed({})}>
          {t('configuration.addDictionary')}
        </ActionButton>
      </header>
      {read.error && !read.data ? (
        <ReadFailure error={read.error} onRetry={() => void read.refetch()} />
      ) : !dictionary ? (
        <SkeletonLines lines={8} height={28} />
      ) : (
        <div className={styles.parts}>
          <DictionaryList dictionaries={dictionaries} chosen={dictionary.type} onChoose={show} />
          <section className={styles.chosen} aria-label={nameOf(dictionary, t)}>
            <header className={styles.about}>
              <h2>{nameOf(dictionary, t)}</h2>
              <span className={styles.kind}>{t(kindLabels[dictionary.kind])}</span>
              <span className={styles.hint}>{t(kindHints[dictionary.kind])}</span>
              {dictionary.kind === 'own' && (
                <ActionButton size="small" onClick={() => setNamed({ dictionary })}>
                  {t('configuration.renameDictionary')}
                </ActionButton>
              )}
              <VerbButtons size="small" verbs={verbs.of(dictionary)} />
            </header>
            <Items key={dictionary.type} dictionary={dictionary} />
          </section>
        </div>
      )}
      {verbs.dialog}
      {named && (
        <DictionaryDialog
          dictionary={named.dictionary}
          onSaved={async (type) => {
            setNamed(undefined)
            await settled(client, configuration.dictionaries, {})
            show(type)
          }}
          onClose={() => setNamed(undefined)}
        />
      )}
    </div>
  )
}
