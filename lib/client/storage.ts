/**
 * The one way to the browser's storage (specification point 9). Each record says what it is, where it belongs and when
 * it was saved. A storage that is full, forbidden or holds somebody else's text never throws: what cannot be kept is
 * not kept, what cannot be read is not there.
 *
 *     keep('nlos-theme', 'black')            // local storage, stays
 *     keep('nlos-tabs', tabs, 'session')     // session storage, of this browser tab
 *     recall('nlos-theme')                   // 'black'
 */

/** The type flag of the specification: with it a value goes to session storage. */
export type TypeFlag = 'session'

export type Storable = string | number | boolean | object
type DataType = 'string' | 'number' | 'boolean' | 'object'

/** A record as it is stored; `datetime` in epoch ms, `type` absent in local storage. */
export type StoredRecord = { dataType: DataType; content: unknown; type?: TypeFlag; datetime: number }

const places = ['session', 'local'] as const

/** Asking for the storage throws where the browser forbids it. */
function withStorage<T>(place: (typeof places)[number], act: (storage: Storage) => T): T | undefined {
  try {
    return act(place === 'session' ? sessionStorage : localStorage)
  } catch {
    return undefined
  }
}

/**
 * Saves a value under a name, in session storage with the type flag, else in local storage.
 * @returns whether the browser keeps it
 */
export function keep(name: string, content: Storable, type?: TypeFlag): boolean {
  const record: StoredRecord = {
    dataType: typeof content as DataType,
    content,
    ...(type && { type }),
    datetime: Date.now(),
  }
  const kept = withStorage(type ?? 'local', (storage) => {
    storage.setItem(name, JSON.stringify(record))
    return true
  })
  return kept ?? false
}

/** Debug read: the whole record, from session storage first, then local; null when there is none. */
export function recallRecord(name: string): StoredRecord | null {
  for (const place of places) {
    const record = parseRecord(withStorage(place, (storage) => storage.getItem(name)))
    if (record) return record
  }
  return null
}

/** The content converted by its stored type; null when there is none. Its shape is for the caller to check. */
export function recall(name: string): unknown {
  const record = recallRecord(name)
  if (!record) return null
  const { dataType, content } = record
  if (dataType === 'string') return String(content)
  if (dataType === 'number') return Number(content)
  // Never evaluated: a stored text is data.
  if (dataType === 'boolean') return content === true || content === 'true'
  return content
}

/** Deletes the name from both stores. */
export function forget(name: string): void {
  for (const place of places) withStorage(place, (storage) => storage.removeItem(name))
}

/** Empties session storage with the type flag, else local storage. */
export function clearStored(type?: TypeFlag): void {
  withStorage(type ?? 'local', (storage) => storage.clear())
}

/** All records of session storage with the type flag, else of local storage, by name. */
export function listStored(type?: TypeFlag): { name: string; record: StoredRecord }[] {
  const entries = withStorage(type ?? 'local', (storage) => Object.entries({ ...storage })) ?? []
  return entries.flatMap(([name, text]) => {
    const record = parseRecord(text)
    return record ? [{ name, record }] : []
  })
}

/** A stored text as a record; null for what is none of ours. */
function parseRecord(text: unknown): StoredRecord | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

const dataTypes: readonly unknown[] = ['string', 'number', 'boolean', 'object'] satisfies DataType[]

const isRecord = (value: unknown): value is StoredRecord =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  'datetime' in value &&
  'dataType' in value &&
  dataTypes.includes(value.dataType)
