import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { system } from '../domains/system/contract.ts'
import type { MessageKey } from '../i18n/translator.ts'
import { useT } from '../i18n/use-t.ts'
import type { ActionOf, Endpoint, InputOf, OutputOf } from '../platform/contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { request } from './call.ts'
import { keyOf } from './query.ts'

/** An entry of a select; `off` is one that old rows may hold and new ones may not choose. */
export type Option = { value: string; label: string; off?: boolean; parent?: string | null }

type Read = {
  key: readonly unknown[]
  /** The parts that the answer is made of. */
  of: readonly string[] | undefined
  load: (signal: AbortSignal) => Promise<unknown>
  map(data: unknown): Option[]
}

/** The source of the entries of a select; made by the functions below. */
export type OptionSource =
  | { words: readonly { value: string; label: MessageKey }[] }
  | { list: readonly Option[] }
  | { read: Read }

/** Codes and lists of names change rarely. */
const staleMs = 10 * 60_000

/** Fixed entries whose words are in the catalogue. */
export function wordOptions<const W extends readonly { value: string; label: MessageKey }[]>(
  words: W,
): OptionSource {
  return { words }
}

/** Codes whose words stand in the catalogue under `<words>.<code>`: `codeOptions('notices', noticeStatuses)`. */
export function codeOptions<const W extends string, const C extends string>(
  words: W & (`${W}.${C}` extends MessageKey ? W : never),
  codes: readonly C[],
): OptionSource {
  return { words: codes.map((value) => ({ value, label: `${words}.${value}` as MessageKey })) }
}

/** The states of a list of work: what is not finished (its `standard`), one of them, or all. */
export function workOptions<const W extends string, const C extends string>(
  words: W & (`${W}.${C}` extends MessageKey ? W : never),
  codes: readonly C[],
): OptionSource {
  return {
    words: [
      { value: 'open', label: 'ui.unfinished' },
      ...codes.map((value) => ({ value, label: `${words}.${value}` as MessageKey })),
      { value: 'all', label: 'ui.all' },
    ],
  }
}

/** Entries that the screen works out itself: the terms of the product chosen. */
export function listOptions(list: readonly Option[]): OptionSource {
  return { list }
}

/**
 * Entries that a call answers.
 *
 *     const shops = callOptions(contracts.products.shops, {}, (rows) =>
 *       rows.map((row) => ({ value: String(row.id), label: row.name })))
 */
export function callOptions<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  map: (output: OutputOf<E>) => Option[],
): OptionSource {
  return {
    read: {
      key: keyOf(endpoint, input),
      of: endpoint.of,
      load: (signal) => request(endpoint, input as ActionOf<E>, { signal }),
      map: (data) => map(data as OutputOf<E>),
    },
  }
}

/** The entries of a dictionary of the service, in its order: `dictionaryOptions('marital_status')`. */
export function dictionaryOptions(type: string): OptionSource {
  return callOptions(system.dictionary, { type }, (items) =>
    items.map(({ code, label, enabled, parentCode }) => ({
      value: code,
      label,
      off: !enabled,
      parent: parentCode,
    })),
  )
}

const none: Option[] = []

/** The entries of a source; empty while they are on their way. */
export function useOptions(source: OptionSource): readonly Option[] {
  const t = useT()
  const read = 'read' in source ? source.read : undefined
  const { data } = useQuery<unknown, ApiError, Option[]>({
    queryKey: read?.key ?? ['words'],
    meta: { of: read?.of },
    queryFn: read ? ({ signal }) => read.load(signal) : skipToken,
    select: read?.map,
    staleTime: staleMs,
  })
  return useMemo(() => {
    if ('words' in source) return source.words.map(({ value, label }) => ({ value, label: t(label) }))
    return 'list' in source ? source.list : (data ?? none)
  }, [source, data, t])
}
